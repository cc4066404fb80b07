package dev.sluice.dataplane.postprocess;

import java.util.List;

/**
 * One text on its way, of which only the end is held back: from where a rule's pattern could still
 * begin. What a rule finds at a place is decided by the next {@link #MOST_CHARACTERS} characters
 * alone, so that the result is the same however the text comes in.
 */
final class TextWindow {
    /** The most that is held back. */
    static final int MOST_CHARACTERS = 64;

    /** What a pattern may look at behind the place where it begins. */
    private static final int LOOK_BEHIND = 4;

    private final List<TextRule> rules;
    private final Letters letters;
    private final StringBuilder held = new StringBuilder();

    /**
     * How many characters of what is held were given out already: they are there to look back at.
     */
    private int given;

    TextWindow(List<TextRule> rules, Letters letters) {
        this.rules = rules;
        this.letters = letters;
    }

    /** More of the text; what may be given out now. */
    String take(String delta) {
        held.append(delta);
        return advance(false);
    }

    /** The text is over, or something else begins: all that is left. */
    String flush() {
        var rest = advance(true);
        held.setLength(0);
        given = 0;
        return rest;
    }

    private String advance(boolean over) {
        var out = new StringBuilder();
        var at = given;
        while (at < held.length()) {
            var step = step(at, over, out);
            if (step == 0) {
                break;
            }
            at += step;
        }
        given = at;
        forget();
        return out.toString();
    }

    /** Decides about one place: characters done with; 0 where it must wait for more. */
    @SuppressWarnings("JdkObsolete") // a text that comes in pieces is what hitEnd is for
    private int step(int at, boolean over, StringBuilder out) {
        var most = Math.min(held.length(), at + MOST_CHARACTERS);
        var mayGrow = !over && most == held.length() && most - at < MOST_CHARACTERS;
        for (var rule : rules) {
            var matcher = rule.pattern().matcher(held);
            matcher.region(at, most).useTransparentBounds(true).useAnchoringBounds(false);
            var found = matcher.lookingAt();
            if (mayGrow && matcher.hitEnd()) {
                return 0;
            }
            if (found && matcher.end() > at && rule.confirms().test(matcher.group())) {
                letters.write(rule.replacement(), out);
                return matcher.end() - at;
            }
        }
        return letters.write(held, at, mayGrow, out);
    }

    private void forget() {
        var unneeded = given - LOOK_BEHIND;
        if (unneeded > 0) {
            held.delete(0, unneeded);
            given -= unneeded;
        }
    }
}
