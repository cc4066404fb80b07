package dev.sluice.admin.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.DescriptionList;
import com.vaadin.flow.component.html.Span;
import org.jspecify.annotations.Nullable;

/** Labels and values in two columns. */
public class Facts extends DescriptionList {
    public Facts() {
        addClassName("facts");
    }

    /** Adds a fact; a value that is not there is left out. */
    public Facts with(String label, @Nullable String value) {
        return value == null || value.isEmpty() ? this : with(label, new Span(value));
    }

    public Facts with(String label, Component value) {
        add(new Term(label), new Description(value));
        return this;
    }
}
