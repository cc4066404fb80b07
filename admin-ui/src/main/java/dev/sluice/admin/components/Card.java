package dev.sluice.admin.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Span;

/** A titled surface. */
public class Card extends Div {
    public Card(String title, Component... content) {
        addClassName("card");
        add(new H2(title));
        add(content);
    }

    /** With a quieter remark beside the title. */
    public Card(String title, String aside, Component... content) {
        addClassName("card");
        var remark = new Span(aside);
        remark.addClassName("aside");
        var heading = new H2(new Span(title), remark);
        heading.addClassName("card-title");
        add(heading);
        add(content);
    }
}
