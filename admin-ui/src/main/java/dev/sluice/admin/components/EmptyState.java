package dev.sluice.admin.components;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.icon.VaadinIcon;

/** Stands where nothing is yet, and says what to do about it. */
public class EmptyState extends Div {
    public EmptyState(VaadinIcon icon, String title, String whatNext) {
        addClassName("empty");
        var heading = new Div(title);
        heading.addClassName("empty-title");
        add(icon.create(), heading, new Div(whatNext));
    }
}
