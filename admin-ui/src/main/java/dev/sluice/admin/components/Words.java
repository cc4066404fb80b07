package dev.sluice.admin.components;

import com.vaadin.flow.component.UI;
import java.util.Locale;

/** Short form of a text in the language of the page. */
public final class Words {
    private Words() {}

    /** The text under the key, its places filled in. */
    public static String text(String key, Object... parameters) {
        var page = UI.getCurrent();
        return page.getTranslation(key, parameters);
    }

    public static Locale locale() {
        return UI.getCurrent().getLocale();
    }
}
