package dev.sluice.dataplane.dialect.dashscope;

import java.util.function.Consumer;

/**
 * One text of a stream whose server may repeat all of it in every event. A text that begins with
 * all that was said before repeats it; where so little was said that this may be chance, the next
 * one tells.
 */
final class RepeatedText {
    /** A repetition this short may be chance. */
    private static final int SURE_CHARS = 2;

    private final Consumer<String> news;
    private final StringBuilder said = new StringBuilder();
    private String held = "";
    private boolean repeating;

    /**
     * @param news takes what is new
     */
    RepeatedText(Consumer<String> news) {
        this.news = news;
    }

    void take(String text) {
        if (text.isEmpty()) {
            return;
        }
        if (!held.isEmpty() && text.startsWith(held)) {
            repeating = true;
            held = "";
        }
        flush();
        var all = said.toString();
        if (all.isEmpty() || !text.startsWith(all)) {
            say(text);
        } else if (repeating || all.length() >= SURE_CHARS) {
            repeating = true;
            say(text.substring(all.length()));
        } else if (text.length() == all.length()) {
            say(text); // the same letter twice
        } else {
            held = text;
        }
    }

    /** Nothing more tells what was held back: it was said. */
    void flush() {
        var text = held;
        held = "";
        say(text);
    }

    private void say(String text) {
        if (!text.isEmpty()) {
            said.append(text);
            news.accept(text);
        }
    }
}
