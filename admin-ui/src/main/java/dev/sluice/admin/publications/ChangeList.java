package dev.sluice.admin.publications;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.ShortText;
import dev.sluice.admin.components.Words;
import dev.sluice.control.changes.PlannedChange;
import java.util.List;

/** Changes of documents, each with the fields that differ. */
class ChangeList extends Div {
    ChangeList(List<PlannedChange> changes) {
        changes.forEach(change -> add(entry(change)));
    }

    static Div entry(PlannedChange change) {
        var kind = new Span(Words.text("kind.of." + change.kind()));
        kind.addClassName("quiet");
        var head = new Div(mark(change), kind, new ShortText(change.path()));
        head.addClassName("diff-head");
        var entry = new Div(head);
        entry.addClassName("diff");
        var detail = change.detail();
        if (detail != null && !detail.isBlank()) {
            for (var line : detail.split("; ", -1)) {
                var shown = new Div(line);
                shown.addClassName("diff-line");
                entry.add(shown);
            }
        }
        return entry;
    }

    private static Mark mark(PlannedChange change) {
        var tone =
                switch (change.action()) {
                    case CREATE -> Tone.GOOD;
                    case UPDATE -> Tone.WARNING;
                    case DELETE -> Tone.BAD;
                };
        return new Mark(Words.text("change." + change.action().text()), tone);
    }
}
