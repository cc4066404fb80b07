package dev.sluice.dataplane.form;

import java.util.Arrays;

/**
 * Finds the boundary in a body. It must stand at the beginning of lines alone, and be alone there:
 * readers differ about any other.
 */
final class Delimiter {
    private static final int CR = '\r';
    private static final int LF = '\n';

    private final byte[] pattern;
    private final byte[] bytes;

    /** How far to go on where the last byte looked at is this one. */
    private final int[] skip = new int[256];

    Delimiter(byte[] pattern, byte[] bytes) {
        this.pattern = pattern;
        this.bytes = bytes;
        Arrays.fill(skip, pattern.length);
        for (var i = 0; i < pattern.length - 1; i++) {
            skip[pattern[i] & 0xff] = pattern.length - 1 - i;
        }
    }

    /** The place of the next one; -1 where there is none. */
    int next(int from) {
        var at = find(from);
        if (at > 0 && !isLineStart(at)) {
            throw inside();
        }
        return at;
    }

    private boolean isLineStart(int at) {
        return at >= 2 && bytes[at - 1] == LF && bytes[at - 2] == CR;
    }

    private static MalformedForm inside() {
        return new MalformedForm(
                "the boundary stands inside a part: lines end with CR LF, and a boundary must not"
                        + " occur in what it parts");
    }

    private int find(int from) {
        var last = pattern.length - 1;
        var at = from;
        while (at + last < bytes.length) {
            var end = bytes[at + last];
            if (end == pattern[last] && Arrays.equals(bytes, at, at + last, pattern, 0, last)) {
                return at;
            }
            at += skip[end & 0xff];
        }
        return -1;
    }

    /** Whether the one at this place closes the form; then nothing but an epilogue may follow. */
    boolean isLast(int at) {
        var after = at + pattern.length;
        if (after + 1 >= bytes.length || bytes[after] != '-' || bytes[after + 1] != '-') {
            return false;
        }
        var rest = afterBlanks(after + 2);
        if (rest < bytes.length && !isLineEnd(rest)) {
            throw inside();
        }
        if (find(after) >= 0) {
            throw new MalformedForm("there is another part after the form's end");
        }
        return true;
    }

    /** Where the line after the one at this place begins. */
    int lineAfter(int at) {
        var end = afterBlanks(at + pattern.length);
        if (!isLineEnd(end)) {
            throw inside();
        }
        return end + 2;
    }

    private int afterBlanks(int from) {
        var at = from;
        while (at < bytes.length && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        return at;
    }

    private boolean isLineEnd(int at) {
        return at + 1 < bytes.length && bytes[at] == CR && bytes[at + 1] == LF;
    }
}
