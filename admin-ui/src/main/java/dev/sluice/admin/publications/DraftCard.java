package dev.sluice.admin.publications;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Question;
import dev.sluice.admin.components.Words;
import dev.sluice.control.catalogue.DocumentIds;
import dev.sluice.control.drafts.DraftService;
import dev.sluice.control.drafts.DraftedChange;

/** The reader's draft: what it would change, and the way to publish or drop it. */
class DraftCard extends Card {
    private final transient DraftService drafts;
    private final transient Runnable published;
    private final Div list = new Div();
    private final TextField comment = new TextField();
    private final Div foot = new Div();

    DraftCard(DraftService drafts, boolean mayPublish, Runnable published) {
        super(Words.text("publications.draft"), Words.text("publications.draft.note"));
        this.drafts = drafts;
        this.published = published;
        list.addClassName("draft-list");
        comment.setId("publish-comment");
        comment.setPlaceholder(Words.text("publications.comment"));
        comment.setAriaLabel(Words.text("publications.comment"));
        comment.setMaxLength(500);
        comment.addClassName("grow");
        var publish =
                new Button(
                        Words.text("publications.publish"),
                        VaadinIcon.ROCKET.create(),
                        click -> publish());
        publish.setId("publish");
        publish.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        publish.setDisableOnClick(true);
        publish.addClickListener(click -> publish.setEnabled(true));
        var discard = new Button(Words.text("publications.discard"), click -> askDiscard());
        discard.addThemeVariants(ButtonVariant.LUMO_TERTIARY);
        foot.addClassName("toolbar");
        foot.add(comment);
        if (mayPublish) {
            foot.add(discard, publish);
        }
        add(list, foot);
        refresh();
    }

    final void refresh() {
        list.removeAll();
        Notices.attempt(() -> {
            var changes = drafts.diff();
            changes.forEach(change -> list.add(entry(change)));
            foot.setVisible(!changes.isEmpty());
            if (changes.isEmpty()) {
                list.add(
                        new EmptyState(
                                VaadinIcon.EDIT,
                                Words.text("publications.draft.empty"),
                                Words.text("publications.draft.empty.next")));
            }
        });
    }

    private Div entry(DraftedChange drafted) {
        var entry = ChangeList.entry(drafted.change());
        var drop = new Button(VaadinIcon.CLOSE_SMALL.create());
        drop.setTooltipText(Words.text("publications.drop"));
        drop.setAriaLabel(Words.text("publications.drop"));
        drop.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        drop.addClickListener(click -> {
            Notices.attempt(() -> {
                var change = drafted.change();
                drafts.discard(DocumentIds.kind(change.kind()).orElseThrow(), change.path());
            });
            refresh();
        });
        var head = (Div) entry.getComponentAt(0);
        if (drafted.conflict()) {
            head.add(
                    new Mark(Words.text("publications.conflict"), Tone.BAD)
                            .withTitle(Words.text("publications.conflict.hint")));
        }
        drop.addClassName("push-end");
        head.add(drop);
        return entry;
    }

    private void publish() {
        var done =
                Notices.attempt(() -> {
                    var text = comment.getValue().isBlank() ? null : comment.getValue().strip();
                    var version = drafts.publish(text);
                    Notices.done(Words.text("publications.published", String.valueOf(version)));
                });
        if (done) {
            comment.setValue("");
            published.run();
        }
        refresh();
    }

    private void askDiscard() {
        Question.askDanger(
                Words.text("publications.discard.title"),
                Words.text("publications.discard.text"),
                Words.text("publications.discard"),
                () -> {
                    Notices.attempt(() -> drafts.discard(null, null));
                    refresh();
                });
    }
}
