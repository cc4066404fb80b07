package dev.sluice.simulator.script;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The written form of a script: {@code word[=value]} parts separated by commas or semicolons,
 * values percent-encoded where they hold one of those. Merging is by word, the later text wins.
 */
public final class ScriptText {
    private ScriptText() {}

    /** Adds the parts of {@code text} to {@code into}, replacing words that are already there. */
    public static void readInto(Map<String, String> into, String text) {
        for (String part : text.split("[,;]", -1)) {
            String trimmed = part.strip();
            if (trimmed.isEmpty()) {
                continue;
            }
            int equals = trimmed.indexOf('=');
            String word = equals < 0 ? trimmed : trimmed.substring(0, equals).strip();
            String value = equals < 0 ? "" : decode(trimmed.substring(equals + 1).strip());
            if (word.equals("header")) {
                // Headers may be named several times; each is a word of its own.
                int colon = value.indexOf(':');
                if (colon <= 0) {
                    throw new ScriptException("header needs Name:Value, not '" + value + "'");
                }
                into.put("header:" + value.substring(0, colon).strip(), value.substring(colon + 1));
            } else {
                into.put(word, value);
            }
        }
    }

    public static Map<String, String> read(String text) {
        Map<String, String> words = new LinkedHashMap<>();
        readInto(words, text);
        return words;
    }

    private static String decode(String value) {
        if (value.indexOf('%') < 0) {
            return value;
        }
        try {
            // A plus stays a plus: only %XX is an escape here.
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw new ScriptException("'" + value + "' holds a % that no two hex digits follow");
        }
    }
}
