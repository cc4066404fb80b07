package dev.sluice.admin.shell;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.select.Select;
import dev.sluice.admin.components.Words;

/** Switches the language of the page and remembers it. */
class LanguageChoice extends Select<Language> {
    LanguageChoice() {
        addClassName("language-choice");
        setItems(Language.values());
        setItemLabelGenerator(Language::ownName);
        setValue(Language.of(Words.locale()));
        setAriaLabel(Words.text("nav.language"));
        addValueChangeListener(change -> {
            if (change.isFromClient()) {
                change.getValue().remember();
                UI.getCurrent().getPage().reload();
            }
        });
    }
}
