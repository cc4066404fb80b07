package dev.sluice.dataplane.metering;

import java.nio.charset.StandardCharsets;

/** The inside of a JSON string, made text; never fails, since it is only counted. */
final class EscapedText {
    private EscapedText() {}

    static String read(byte[] json, int from, int to) {
        var firstEscape = from;
        while (firstEscape < to && json[firstEscape] != '\\') {
            firstEscape++;
        }
        if (firstEscape == to) {
            return new String(json, from, to - from, StandardCharsets.UTF_8);
        }
        var text = new StringBuilder(to - from);
        var plainFrom = from;
        var at = firstEscape;
        while (at < to) {
            if (json[at] != '\\') {
                at++;
                continue;
            }
            text.append(new String(json, plainFrom, at - plainFrom, StandardCharsets.UTF_8));
            at += appendEscape(json, at, to, text);
            plainFrom = at;
        }
        if (plainFrom < to) {
            text.append(new String(json, plainFrom, to - plainFrom, StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    /** Appends what the escape at the position stands for; returns its length in bytes. */
    private static int appendEscape(byte[] json, int at, int to, StringBuilder text) {
        if (at + 1 >= to) {
            return 1;
        }
        switch (json[at + 1]) {
            case 'n' -> text.append('\n');
            case 't' -> text.append('\t');
            case 'r' -> text.append('\r');
            case 'b' -> text.append('\b');
            case 'f' -> text.append('\f');
            case 'u' -> {
                if (at + 6 > to) {
                    return to - at;
                }
                var code = 0;
                for (var i = at + 2; i < at + 6; i++) {
                    code = code * 16 + Math.max(0, Character.digit(json[i], 16));
                }
                text.append((char) code);
                return 6;
            }
            default -> text.append((char) json[at + 1]);
        }
        return 2;
    }
}
