package dev.sluice.dataplane.postprocess;

import dev.sluice.model.policy.NormalisePolicy;
import dev.sluice.model.policy.NormalisePolicy.Punctuation;
import dev.sluice.model.policy.NormalisePolicy.Quotes;
import dev.sluice.model.policy.NormalisePolicy.Width;
import org.jspecify.annotations.Nullable;

/** Makes writing uniform, letter by letter; remembers whether a quotation is open. */
final class Letters {
    private static final char FULL_BLANK = '\u3000';
    private static final char FULL_FIRST = '\uFF01';
    private static final char FULL_LAST = '\uFF5E';
    private static final int TO_HALF = 0xFEE0;

    /** Western marks and their Chinese counterparts, at the same place. */
    private static final String WESTERN = ",.!?;:()";

    private static final String CHINESE = "，。！？；：（）";

    private static final String CLOSING = "\"'\u201D\u2019)）";

    private final NormalisePolicy policy;
    private boolean doubleOpen;
    private boolean singleOpen;

    Letters(NormalisePolicy policy) {
        this.policy = policy;
    }

    /** A replacement is written as it is. */
    void write(String text, StringBuilder out) {
        out.append(text);
    }

    /** Writes the letter at the place; 0 where what follows must be known first. */
    int write(StringBuilder text, int at, boolean mayGrow, StringBuilder out) {
        var letter = text.charAt(at);
        if (mayGrow && at + 1 == text.length() && needsNext(letter)) {
            return 0;
        }
        var before = at == 0 ? null : Character.valueOf(text.charAt(at - 1));
        var after = at + 1 < text.length() ? Character.valueOf(text.charAt(at + 1)) : null;
        out.append(marked(width(quoted(letter, before, after)), spoken(text, at), after));
        return 1;
    }

    private boolean needsNext(char letter) {
        return (policy.punctuation() != null && WESTERN.indexOf(letter) >= 0)
                || (policy.quotes() == Quotes.PAIRED && letter == '\'');
    }

    private char quoted(char letter, @Nullable Character before, @Nullable Character after) {
        if (policy.quotes() == null) {
            return letter;
        }
        if (policy.quotes() == Quotes.STRAIGHT) {
            return switch (letter) {
                case '\u201C', '\u201D', '\u300C', '\u300D' -> '"';
                case '\u2018', '\u2019' -> '\'';
                default -> letter;
            };
        }
        if (letter == '"') {
            doubleOpen = !doubleOpen;
            return doubleOpen ? '\u201C' : '\u201D';
        }
        if (letter == '\'') {
            var insideWord = isWord(before) && isWord(after);
            if (insideWord) {
                return '\u2019';
            }
            singleOpen = !singleOpen;
            return singleOpen ? '\u2018' : '\u2019';
        }
        return letter;
    }

    private static boolean isWord(@Nullable Character letter) {
        return letter != null && Character.isLetterOrDigit(letter);
    }

    private char width(char letter) {
        if (policy.width() != Width.HALF) {
            return letter;
        }
        if (letter == FULL_BLANK) {
            return ' ';
        }
        // Chinese marks stay: they are punctuation's business.
        return letter >= FULL_FIRST && letter <= FULL_LAST && CHINESE.indexOf(letter) < 0
                ? (char) (letter - TO_HALF)
                : letter;
    }

    /** A mark follows the script of the letters beside it. */
    private char marked(char letter, @Nullable Character before, @Nullable Character after) {
        if (policy.punctuation() == null) {
            return letter;
        }
        var western = WESTERN.indexOf(letter);
        if (western >= 0 && (isHan(before) || (isHan(after) && letter == '('))) {
            return policy.punctuation() == Punctuation.CHINESE ? CHINESE.charAt(western) : letter;
        }
        var chinese = CHINESE.indexOf(letter);
        return chinese >= 0 && policy.punctuation() == Punctuation.WESTERN
                ? WESTERN.charAt(chinese)
                : letter;
    }

    /** The letter before the place, past the end of a quotation. */
    private static @Nullable Character spoken(StringBuilder text, int at) {
        for (var i = at - 1; i >= Math.max(0, at - 2); i--) {
            if (CLOSING.indexOf(text.charAt(i)) < 0) {
                return text.charAt(i);
            }
        }
        return null;
    }

    private static boolean isHan(@Nullable Character letter) {
        return letter != null && Character.UnicodeScript.of(letter) == Character.UnicodeScript.HAN;
    }
}
