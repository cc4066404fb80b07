package dev.sluice.dataplane.metering.vocabulary;

/**
 * What the splitters tell apart, looked up by the UTF-8 bytes of a character. The text must be
 * valid UTF-8, as Java's encoder writes it.
 */
final class CharKinds {
    /** Lu, Lt. */
    static final int UPPER = 1;

    /** Ll. */
    static final int LOWER = 2;

    /** Lm, Lo: letters without case. */
    static final int CASELESS = 4;

    /** Mn, Mc, Me: no letters, though they may stand among them. */
    static final int MARK = 8;

    static final int NUMBER = 16;
    static final int BLANK = 32;

    /** CR, LF; always together with {@link #BLANK}. */
    static final int NEWLINE = 64;

    static final int OTHER = 128;

    static final int LETTER = UPPER | LOWER | CASELESS;

    /** Part of a run of symbols: neither blank nor letter nor number. */
    static final int SYMBOL = OTHER | MARK;

    private static final int BMP = 0x10000;
    private static final byte[] KINDS = new byte[BMP];

    static {
        for (var codePoint = 0; codePoint < BMP; codePoint++) {
            KINDS[codePoint] = (byte) compute(codePoint);
        }
    }

    private CharKinds() {}

    /** Kind of the character at the place; 0 at the end. */
    static int at(byte[] text, int at, int to) {
        if (at >= to) {
            return 0;
        }
        var lead = text[at];
        return lead >= 0 ? KINDS[lead] & 0xFF : ofWide(text, at, lead);
    }

    private static int ofWide(byte[] text, int at, int lead) {
        if (lead < (byte) 0xE0) {
            return KINDS[((lead & 0x1F) << 6) | low(text[at + 1])] & 0xFF;
        }
        if (lead < (byte) 0xF0) {
            return KINDS[((lead & 0xF) << 12) | (low(text[at + 1]) << 6) | low(text[at + 2])]
                    & 0xFF;
        }
        return compute(
                ((lead & 0x7) << 18)
                        | (low(text[at + 1]) << 12)
                        | (low(text[at + 2]) << 6)
                        | low(text[at + 3]));
    }

    private static int low(byte following) {
        return following & 0x3F;
    }

    /** The place behind the character. */
    static int after(byte[] text, int at) {
        var lead = text[at];
        if (lead >= 0) {
            return at + 1;
        }
        return at + (lead < (byte) 0xE0 ? 2 : lead < (byte) 0xF0 ? 3 : 4);
    }

    private static int compute(int codePoint) {
        if (codePoint == '\r' || codePoint == '\n') {
            return BLANK | NEWLINE;
        }
        if ((codePoint >= 9 && codePoint <= 13) || codePoint == 0x85) {
            return BLANK;
        }
        return switch (Character.getType(codePoint)) {
            case Character.UPPERCASE_LETTER, Character.TITLECASE_LETTER -> UPPER;
            case Character.LOWERCASE_LETTER -> LOWER;
            case Character.MODIFIER_LETTER, Character.OTHER_LETTER -> CASELESS;
            case Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK ->
                    MARK;
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER ->
                    NUMBER;
            case Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    BLANK;
            default -> OTHER;
        };
    }
}
