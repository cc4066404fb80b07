package dev.sluice.admin.documents;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Words;

/** Reminds that drafted changes wait to be published. */
public class DraftBar extends Div {
    private final transient Documents documents;

    public DraftBar(Documents documents) {
        this.documents = documents;
        addClassName("draft-bar");
        refresh();
    }

    public final void refresh() {
        removeAll();
        var waiting = documents.draft().size();
        setVisible(waiting > 0);
        if (waiting > 0) {
            add(
                    VaadinIcon.EDIT.create(),
                    new Span(Words.text("draft.waiting", String.valueOf(waiting))),
                    new Anchor("publications", Words.text("draft.review")));
        }
    }
}
