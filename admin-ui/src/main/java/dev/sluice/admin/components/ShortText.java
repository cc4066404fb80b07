package dev.sluice.admin.components;

import com.vaadin.flow.component.html.Span;
import org.jspecify.annotations.Nullable;

/** Text of one line that is cut where the space ends, and whole under the pointer. */
public class ShortText extends Span {
    public ShortText(@Nullable String text) {
        super(text == null || text.isEmpty() ? Figures.NONE : text);
        addClassName("short");
        setTitle(text == null ? "" : text);
    }

    /** The same in letters of equal width, for ids and hints. */
    public ShortText mono() {
        addClassName("mono");
        return this;
    }

    public ShortText quiet() {
        addClassName("quiet");
        return this;
    }
}
