package dev.sluice.dataplane.form;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A header's value as a word and its parameters: {@code form-data; name="model"}. */
final class HeaderParameters {
    private final String text;
    private final String header;
    private final Map<String, String> values = new LinkedHashMap<>();
    private int at;

    private HeaderParameters(String header, String text) {
        this.header = header;
        this.text = text;
    }

    /** Fails with {@link MalformedForm}; a parameter that stands twice may mean either. */
    static HeaderParameters read(String header, String text) {
        var read = new HeaderParameters(header, text);
        read.at = read.endOfToken();
        read.all();
        return read;
    }

    /** What stands before the parameters, in lower case. */
    String word() {
        return text.substring(0, endOfWord()).strip().toLowerCase(Locale.ROOT);
    }

    private int endOfWord() {
        var semicolon = text.indexOf(';');
        return semicolon < 0 ? text.length() : semicolon;
    }

    /** Names are in lower case. */
    @Nullable String get(String name) {
        return values.get(name);
    }

    private int endOfToken() {
        var end = at;
        while (end < text.length() && text.charAt(end) != ';') {
            end++;
        }
        return end;
    }

    private void all() {
        while (at < text.length()) {
            at++; // the semicolon
            var equals = text.indexOf('=', at);
            var end = endOfToken();
            if (equals < 0 || equals > end) {
                if (!text.substring(at, end).isBlank()) {
                    throw broken();
                }
                at = end;
                continue;
            }
            var name = text.substring(at, equals).strip().toLowerCase(Locale.ROOT);
            at = equals + 1;
            if (values.put(name, value()) != null) {
                throw new MalformedForm("'" + header + "' names '" + name + "' twice");
            }
        }
    }

    private MalformedForm broken() {
        return new MalformedForm("'" + header + "' cannot be read: " + shortened(text));
    }

    static String shortened(String text) {
        return text.length() <= 120 ? text : text.substring(0, 120) + "…";
    }

    private String value() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '"') {
            return quoted();
        }
        var end = endOfToken();
        var value = text.substring(at, end).strip();
        at = end;
        return value;
    }

    /** A backslash escapes a quote and itself alone: names of files hold bare ones. */
    private String quoted() {
        var value = new StringBuilder();
        for (at++; at < text.length(); at++) {
            var c = text.charAt(at);
            if (c == '"') {
                at++;
                if (!text.substring(at, endOfToken()).isBlank()) {
                    throw broken();
                }
                at = endOfToken();
                return value.toString();
            }
            if (c == '\\' && at + 1 < text.length() && isEscaped(text.charAt(at + 1))) {
                value.append(text.charAt(++at));
            } else {
                value.append(c);
            }
        }
        throw broken();
    }

    private static boolean isEscaped(char c) {
        return c == '"' || c == '\\';
    }
}
