package dev.sluice.admin.documents;

import com.vaadin.flow.component.html.Div;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.Words;
import org.jspecify.annotations.Nullable;

/** Who manages a document and whether it is drafted, as marks. */
public final class Origins {
    private Origins() {}

    public static Div marks(ShownDocument document) {
        var marks = new Div();
        marks.addClassName("marks");
        if (document.fileName() != null) {
            marks.add(file(document.fileName()));
        }
        if (document.removal()) {
            marks.add(new Mark(Words.text("draft.removed"), Tone.BAD));
        } else if (document.published() == null) {
            marks.add(new Mark(Words.text("draft.new"), Tone.GOOD));
        } else if (document.drafted() != null) {
            marks.add(new Mark(Words.text("draft.changed"), Tone.WARNING));
        }
        return marks;
    }

    /**
     * The file's name, since changes belong there; its folders are of the machine that applied it.
     */
    public static Mark file(@Nullable String fileName) {
        var name = String.valueOf(fileName);
        return new Mark(name.substring(name.lastIndexOf('/') + 1), Tone.FILE)
                .withTitle(Words.text("draft.file", String.valueOf(fileName)));
    }
}
