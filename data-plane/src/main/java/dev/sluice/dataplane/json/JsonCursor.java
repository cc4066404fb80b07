package dev.sluice.dataplane.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks forward over JSON bytes and builds nothing: for frames, of which there are hundreds a call.
 * Reads only what it is asked for; what it skips need only be balanced. Fails with {@link
 * MalformedJson}.
 */
public final class JsonCursor {
    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private int keyFrom;
    private int keyTo;
    private int stringFrom;
    private int stringTo;

    /** Begins anew; the cursor can be used for any number of texts. */
    public void over(byte[] json, int from, int to) {
        bytes = json;
        at = from;
        end = to;
    }

    /** The place of the next unread byte, white space skipped. */
    public int position() {
        skipWhitespace();
        return at;
    }

    /** The place after what was read last. */
    public int reached() {
        return at;
    }

    /** The next byte that counts, not consumed. */
    public byte peek() {
        skipWhitespace();
        if (at >= end) {
            throw new MalformedJson("the JSON ends too early");
        }
        return bytes[at];
    }

    public void beginObject() {
        consume((byte) '{');
    }

    public void beginArray() {
        consume((byte) '[');
    }

    private void consume(byte wanted) {
        if (peek() != wanted) {
            throw new MalformedJson("expected '" + (char) wanted + "' at byte " + at);
        }
        at++;
    }

    /** Moves to the next field's value; false: the object was closed. */
    public boolean nextField() {
        var next = peek();
        if (next == '}') {
            at++;
            return false;
        }
        if (next == ',') {
            at++;
        }
        readString();
        keyFrom = stringFrom;
        keyTo = stringTo;
        consume((byte) ':');
        return true;
    }

    /** Moves to the next element; false: the array was closed. */
    public boolean nextElement() {
        var next = peek();
        if (next == ']') {
            at++;
            return false;
        }
        if (next == ',') {
            at++;
            skipWhitespace();
        }
        return true;
    }

    /** Whether the current field has this name; names with escapes match nothing. */
    public boolean keyIs(byte[] name) {
        return Arrays.equals(bytes, keyFrom, keyTo, name, 0, name.length);
    }

    /** The current field's name; escapes in it stay as they are. */
    public String key() {
        return new String(bytes, keyFrom, keyTo - keyFrom, StandardCharsets.UTF_8);
    }

    /** Reads a string; its inside is between {@link #stringFrom} and {@link #stringTo}. */
    public void readString() {
        consume((byte) '"');
        stringFrom = at;
        skipInsideOfString();
        stringTo = at - 1;
    }

    public int stringFrom() {
        return stringFrom;
    }

    public int stringTo() {
        return stringTo;
    }

    public boolean atNull() {
        return peek() == 'n';
    }

    public boolean atString() {
        return peek() == '"';
    }

    public boolean atObject() {
        return peek() == '{';
    }

    public boolean atArray() {
        return peek() == '[';
    }

    /** Reads over one value of any kind. */
    public void skipValue() {
        switch (peek()) {
            case '"' -> readString();
            case '{', '[' -> skipNested();
            default -> skipScalar();
        }
    }

    private void skipNested() {
        var depth = 0;
        while (at < end) {
            switch (bytes[at++]) {
                case '"' -> skipInsideOfString();
                case '{', '[' -> depth++;
                case '}', ']' -> {
                    if (--depth == 0) {
                        return;
                    }
                }
                default -> {}
            }
        }
        throw new MalformedJson("the JSON ends too early");
    }

    private void skipScalar() {
        var from = at;
        while (at < end && isScalarByte(bytes[at])) {
            at++;
        }
        if (at == from) {
            throw new MalformedJson("expected a value at byte " + at);
        }
    }

    private static boolean isScalarByte(byte b) {
        return (b >= '0' && b <= '9')
                || (b >= 'a' && b <= 'z')
                || b == '-'
                || b == '+'
                || b == '.'
                || b == 'E';
    }

    private void skipInsideOfString() {
        at = ByteSearch.quoteOrBackslash(bytes, at, end);
        while (at < end && bytes[at] == '\\') {
            at = ByteSearch.quoteOrBackslash(bytes, Math.min(at + 2, end), end);
        }
        if (at >= end) {
            throw new MalformedJson("the JSON ends inside a string");
        }
        at++;
    }

    private void skipWhitespace() {
        while (at < end) {
            switch (bytes[at]) {
                case ' ', '\n', '\r', '\t' -> at++;
                default -> {
                    return;
                }
            }
        }
    }

    /** Fails unless only white space is left. */
    public void expectEnd() {
        skipWhitespace();
        if (at < end) {
            throw new MalformedJson("there is more after the JSON value");
        }
    }
}
