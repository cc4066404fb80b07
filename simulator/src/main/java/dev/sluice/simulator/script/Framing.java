package dev.sluice.simulator.script;

import org.jspecify.annotations.Nullable;

/**
 * How the frames of a stream look on the wire where that is not as usual.
 *
 * @param lineEnd null for the dialect's own
 */
public record Framing(
        @Nullable String lineEnd,
        boolean spaceAfterColon,
        boolean comments,
        boolean byteOrderMark,
        boolean multiLine,
        Writes writes) {

    /** How frames are laid on writes. */
    public enum Writes {
        WHOLE,
        SPLIT,
        BYTES
    }

    public static final Framing PLAIN = new Framing(null, true, false, false, false, Writes.WHOLE);

    public String lineEndOr(String usual) {
        return lineEnd == null ? usual : lineEnd;
    }

    /** Reads {@code crlf+bytes} and the like. */
    static Framing parse(String text) {
        Framing framing = PLAIN;
        for (String word : text.split("\\+", -1)) {
            framing = framing.with(word.strip());
        }
        return framing;
    }

    private Framing with(String word) {
        return switch (word) {
            case "lf" ->
                    new Framing("\n", spaceAfterColon, comments, byteOrderMark, multiLine, writes);
            case "crlf" ->
                    new Framing(
                            "\r\n", spaceAfterColon, comments, byteOrderMark, multiLine, writes);
            case "cr" ->
                    new Framing("\r", spaceAfterColon, comments, byteOrderMark, multiLine, writes);
            case "nospace" ->
                    new Framing(lineEnd, false, comments, byteOrderMark, multiLine, writes);
            case "comments" ->
                    new Framing(lineEnd, spaceAfterColon, true, byteOrderMark, multiLine, writes);
            case "bom" -> new Framing(lineEnd, spaceAfterColon, comments, true, multiLine, writes);
            case "lines" ->
                    new Framing(lineEnd, spaceAfterColon, comments, byteOrderMark, true, writes);
            case "split" ->
                    new Framing(
                            lineEnd,
                            spaceAfterColon,
                            comments,
                            byteOrderMark,
                            multiLine,
                            Writes.SPLIT);
            case "bytes" ->
                    new Framing(
                            lineEnd,
                            spaceAfterColon,
                            comments,
                            byteOrderMark,
                            multiLine,
                            Writes.BYTES);
            default ->
                    throw new ScriptException(
                            "frame="
                                    + word
                                    + " is unknown; known: lf crlf cr nospace comments bom lines split"
                                    + " bytes, joined by +");
        };
    }
}
