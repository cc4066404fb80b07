package dev.sluice.admin.components;

import com.vaadin.flow.component.html.Span;

/** A short word in a coloured pill. */
public class Mark extends Span {
    /** What the colour means. */
    public enum Tone {
        PLAIN(""),
        GOOD("mark-good"),
        BAD("mark-bad"),
        WARNING("mark-warn"),
        FILE("mark-file");

        private final String style;

        Tone(String style) {
            this.style = style;
        }
    }

    public Mark(String text, Tone tone) {
        super(text);
        addClassName("mark");
        if (tone != Tone.PLAIN) {
            addClassName(tone.style);
        }
    }

    /** The same with more to read under the pointer. */
    public Mark withTitle(String title) {
        setTitle(title);
        return this;
    }
}
