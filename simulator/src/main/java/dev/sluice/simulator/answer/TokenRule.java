package dev.sluice.simulator.answer;

import java.util.ArrayList;
import java.util.List;

/**
 * How the simulator counts: a prompt text is a token for every 4 bytes of UTF-8 begun, each message
 * adds 3 and the request 3; an answer has one token per piece of text, one frame each.
 */
public final class TokenRule {
    private static final int BYTES_PER_TOKEN = 4;
    private static final int PIECE_MAX = 8;
    static final int PER_MESSAGE = 3;
    static final int PER_REQUEST = 3;

    private TokenRule() {}

    public static int ofText(String text) {
        return (utf8Length(text) + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
    }

    /**
     * Cuts a text into the pieces that count as tokens: words with the space before them, long ones
     * in parts.
     */
    static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        boolean inWord = false;
        for (int at = 0; at < text.length(); ) {
            int codePoint = text.codePointAt(at);
            boolean space = Character.isWhitespace(codePoint);
            if ((space && inWord) || piece.length() >= PIECE_MAX) {
                pieces.add(piece.toString());
                piece.setLength(0);
            }
            piece.appendCodePoint(codePoint);
            inWord = !space;
            at += Character.charCount(codePoint);
        }
        if (!piece.isEmpty()) {
            pieces.add(piece.toString());
        }
        return pieces;
    }

    private static int utf8Length(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes += 1;
            } else if (c < 0x800 || Character.isSurrogate(c)) {
                bytes += 2;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }
}
