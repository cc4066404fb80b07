package dev.sluice.dataplane.metering.vocabulary;

import static dev.sluice.dataplane.metering.vocabulary.CharKinds.BLANK;
import static dev.sluice.dataplane.metering.vocabulary.CharKinds.CASELESS;
import static dev.sluice.dataplane.metering.vocabulary.CharKinds.LETTER;
import static dev.sluice.dataplane.metering.vocabulary.CharKinds.LOWER;
import static dev.sluice.dataplane.metering.vocabulary.CharKinds.MARK;
import static dev.sluice.dataplane.metering.vocabulary.CharKinds.NEWLINE;
import static dev.sluice.dataplane.metering.vocabulary.CharKinds.NUMBER;
import static dev.sluice.dataplane.metering.vocabulary.CharKinds.SYMBOL;
import static dev.sluice.dataplane.metering.vocabulary.CharKinds.UPPER;

/**
 * Where the pieces of a text end that are encoded each by itself: what the published patterns
 * match, scanned by hand over valid UTF-8. Each pattern's alternatives stand here in its order.
 */
enum Splitter {
    /**
     * A word with a symbol or blank before it, where a lower-case letter followed by an upper-case
     * one ends it, and a contraction belongs to the word; numbers by three; symbols with the
     * newlines and slashes behind them; blanks.
     */
    O200K {
        @Override
        int end(byte[] text, int from, int to) {
            var kind = CharKinds.at(text, from, to);
            var second = CharKinds.after(text, from);
            if ((kind & (LETTER | MARK | NEWLINE | NUMBER)) == 0) {
                var word = wordEnd(text, second, to);
                if (word > 0) {
                    return word;
                }
            }
            if ((kind & (LETTER | MARK)) != 0) {
                return wordEnd(text, from, to);
            }
            if ((kind & NUMBER) != 0) {
                return numberEnd(text, second, to);
            }
            var symbols = symbolsEnd(text, from, second, kind, to);
            if (symbols > 0) {
                while (symbols < to && isNewlineOrSlash(text[symbols])) {
                    symbols++;
                }
                return symbols;
            }
            return blanksEnd(text, from, to);
        }
    },

    /**
     * A contraction; a word with a symbol or blank before it; numbers by three; symbols with the
     * newlines behind them; blanks.
     */
    CL100K {
        @Override
        int end(byte[] text, int from, int to) {
            var contraction = contractionEnd(text, from, to);
            if (contraction > from) {
                return contraction;
            }
            var kind = CharKinds.at(text, from, to);
            var second = CharKinds.after(text, from);
            if ((kind & LETTER) != 0) {
                return lettersEnd(text, second, to);
            }
            if ((kind & NUMBER) != 0) {
                return numberEnd(text, second, to);
            }
            if ((kind & NEWLINE) == 0 && (CharKinds.at(text, second, to) & LETTER) != 0) {
                return lettersEnd(text, second, to);
            }
            var symbols = symbolsEnd(text, from, second, kind, to);
            if (symbols > 0) {
                while (symbols < to && (text[symbols] == '\n' || text[symbols] == '\r')) {
                    symbols++;
                }
                return symbols;
            }
            return blanksEnd(text, from, to);
        }
    };

    /** The end of the piece that begins at the place, of which there must be one. */
    abstract int end(byte[] text, int from, int to);

    private static final int HEAD = UPPER | CASELESS | MARK;
    private static final int TAIL = LOWER | CASELESS | MARK;

    /**
     * The end of a word with its contraction: as many of {@link #HEAD} as there are, then of {@link
     * #TAIL}. The tail must not be empty where a part of the head can serve as one; 0: no word.
     */
    private static int wordEnd(byte[] text, int from, int to) {
        var at = from;
        var lastCommon = 0;
        var kind = CharKinds.at(text, at, to);
        while ((kind & HEAD) != 0) {
            at = CharKinds.after(text, at);
            if ((kind & TAIL) != 0) {
                lastCommon = at;
            }
            kind = CharKinds.at(text, at, to);
        }
        if ((kind & TAIL) == 0) {
            if (at == from) {
                return 0;
            }
            return contractionEnd(text, lastCommon > 0 ? lastCommon : at, to);
        }
        while ((kind & TAIL) != 0) {
            at = CharKinds.after(text, at);
            kind = CharKinds.at(text, at, to);
        }
        return contractionEnd(text, at, to);
    }

    private static int lettersEnd(byte[] text, int from, int to) {
        var at = from;
        while ((CharKinds.at(text, at, to) & LETTER) != 0) {
            at = CharKinds.after(text, at);
        }
        return at;
    }

    /** Behind 's 't 're 've 'm 'll 'd in any case; else the place itself. */
    private static int contractionEnd(byte[] text, int at, int to) {
        if (at + 1 >= to || text[at] != '\'') {
            return at;
        }
        return switch (lowered(text[at + 1])) {
            case 's', 't', 'm', 'd' -> at + 2;
            case 'r', 'v' -> at + 2 < to && lowered(text[at + 2]) == 'e' ? at + 3 : at;
            case 'l' -> at + 2 < to && lowered(text[at + 2]) == 'l' ? at + 3 : at;
            // The long s, which is an s in upper case.
            case (byte) 0xC5 -> at + 2 < to && text[at + 2] == (byte) 0xBF ? at + 3 : at;
            default -> at;
        };
    }

    private static byte lowered(byte letter) {
        return letter >= 'A' && letter <= 'Z' ? (byte) (letter + 32) : letter;
    }

    /** Up to three numbers, of which one was read. */
    private static int numberEnd(byte[] text, int second, int to) {
        var at = second;
        for (var i = 0; i < 2 && (CharKinds.at(text, at, to) & NUMBER) != 0; i++) {
            at = CharKinds.after(text, at);
        }
        return at;
    }

    /** The end of a run of symbols that a space may lead; 0: there is none. */
    private static int symbolsEnd(byte[] text, int from, int second, int kind, int to) {
        int at;
        if ((kind & SYMBOL) != 0) {
            at = second;
        } else if (text[from] == ' ' && (CharKinds.at(text, second, to) & SYMBOL) != 0) {
            at = CharKinds.after(text, second);
        } else {
            return 0;
        }
        while ((CharKinds.at(text, at, to) & SYMBOL) != 0) {
            at = CharKinds.after(text, at);
        }
        return at;
    }

    /**
     * Blanks up to the last newline among them; where there is none all of them, but for the last
     * one if something follows that it can lead.
     */
    private static int blanksEnd(byte[] text, int from, int to) {
        var at = from;
        var last = from;
        var behindNewline = 0;
        var kind = CharKinds.at(text, at, to);
        while ((kind & BLANK) != 0) {
            last = at;
            at = CharKinds.after(text, at);
            if ((kind & NEWLINE) != 0) {
                behindNewline = at;
            }
            kind = CharKinds.at(text, at, to);
        }
        if (behindNewline > 0) {
            return behindNewline;
        }
        return at >= to || last == from ? at : last;
    }

    private static boolean isNewlineOrSlash(byte b) {
        return b == '\n' || b == '\r' || b == '/';
    }
}
