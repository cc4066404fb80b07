package dev.sluice.dataplane.form;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the head of a part, strictly: nothing in it may be understood in two ways. */
final class PartHead {
    private static final int MOST_BYTES = 8 * 1024;
    private static final String DISPOSITION = "content-disposition";

    private final int number;

    private PartHead(int number) {
        this.number = number;
    }

    /**
     * The part that begins here. Fails with {@link MalformedForm}.
     *
     * @param to the end of its content
     * @param number counts from 1, for messages
     */
    static FormPart read(byte[] bytes, int from, int to, int number) {
        return new PartHead(number).part(bytes, from, to);
    }

    private FormPart part(byte[] bytes, int from, int to) {
        var end = endOfHead(bytes, from, to);
        var fields = fields(new String(bytes, from, end - from, StandardCharsets.UTF_8));
        var disposition = fields.get(DISPOSITION);
        if (disposition == null) {
            throw broken("has no 'Content-Disposition: form-data; name=…'");
        }
        var read = HeaderParameters.read("Content-Disposition", disposition);
        var name = read.get("name");
        if (!read.word().equals("form-data") || name == null || read.get("name*") != null) {
            throw broken("has no 'Content-Disposition: form-data; name=…'");
        }
        if (name.indexOf('\\') >= 0 || name.indexOf('"') >= 0) {
            throw broken("has a name with a quote or a backslash");
        }
        return new FormPart(
                name,
                read.get("filename") != null || read.get("filename*") != null,
                encoding(fields.get("content-transfer-encoding")),
                end + 2,
                to);
    }

    private static @Nullable String encoding(@Nullable String given) {
        return given == null
                        || given.equalsIgnoreCase("binary")
                        || given.equalsIgnoreCase("8bit")
                        || given.equalsIgnoreCase("7bit")
                ? null
                : given;
    }

    /** Where the empty line begins that ends the head. */
    private int endOfHead(byte[] bytes, int from, int to) {
        var most = Math.min(to - 1, from + MOST_BYTES);
        var lineStart = from;
        for (var at = from; at < most; at++) {
            if (bytes[at] == '\r' && bytes[at + 1] == '\n') {
                if (at == lineStart) {
                    return at;
                }
                lineStart = at + 2;
                at++;
            }
        }
        throw broken(
                to - from > MOST_BYTES
                        ? "has a head of more than " + MOST_BYTES + " bytes"
                        : "has no empty line after its head");
    }

    private Map<String, String> fields(String head) {
        var fields = new HashMap<String, String>();
        for (var line : head.split("\r\n", -1)) {
            if (line.isEmpty()) {
                continue;
            }
            var colon = line.indexOf(':');
            var name = colon < 0 ? "" : line.substring(0, colon).toLowerCase(Locale.ROOT);
            if (name.isEmpty()
                    || name.chars().anyMatch(c -> c <= ' ' || c > '~')
                    || line.chars().anyMatch(c -> c < ' ' && c != '\t')) {
                throw broken("has a head line that cannot be read: " + readable(line));
            }
            if (fields.put(name, line.substring(colon + 1).strip()) != null) {
                throw broken("has the head line '" + name + "' twice");
            }
        }
        return fields;
    }

    private static String readable(String line) {
        return HeaderParameters.shortened(line.replaceAll("[^ -~]", "?"));
    }

    private MalformedForm broken(String how) {
        return new MalformedForm("part " + number + " of the form " + how);
    }
}
