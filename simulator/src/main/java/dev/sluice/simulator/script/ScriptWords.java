package dev.sluice.simulator.script;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Reads typed values out of a script's words and knows at the end which words nobody asked for. */
final class ScriptWords {
    private static final Map<String, IntFunction<Fault>> FAULTS =
            Map.of(
                    "status", Fault.Refusal::new,
                    "stall-after", Fault.Stall::new,
                    "reset-after", Fault.Reset::new,
                    "close-after", Fault.Close::new,
                    "cut-after", Fault.Cut::new,
                    "error-after", Fault.ErrorFrame::new);

    private final Map<String, String> words;
    private final Set<String> read = new HashSet<>();

    ScriptWords(Map<String, String> words) {
        this.words = words;
        read.add("every");
        read.add("retry-after");
    }

    @Nullable String text(String word) {
        read.add(word);
        return words.get(word);
    }

    boolean flag(String word) {
        String value = text(word);
        if (value == null) {
            return false;
        }
        return switch (value) {
            case "", "true", "yes", "1" -> true;
            case "false", "no", "0" -> false;
            default ->
                    throw new ScriptException(
                            word + " takes no value or true/false, not '" + value + "'");
        };
    }

    @Nullable Integer number(String word) {
        String value = text(word);
        if (value == null) {
            return null;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw new ScriptException(word + " takes a whole number, not '" + value + "'");
        }
        throw new ScriptException(word + " takes a number of at least 0, not '" + value + "'");
    }

    int numberOr(String word, int absent) {
        Integer number = number(word);
        return number == null ? absent : number;
    }

    /** {@code 20} is milliseconds; {@code 500us}, {@code 20ms} and {@code 2s} say their unit. */
    long micros(String word) {
        String value = text(word);
        if (value == null) {
            return 0;
        }
        try {
            if (value.endsWith("us")) {
                return Long.parseLong(value.substring(0, value.length() - 2));
            }
            if (value.endsWith("ms")) {
                return Long.parseLong(value.substring(0, value.length() - 2)) * 1_000;
            }
            if (value.endsWith("s")) {
                return Long.parseLong(value.substring(0, value.length() - 1)) * 1_000_000;
            }
            return Long.parseLong(value) * 1_000;
        } catch (NumberFormatException notADuration) {
            throw new ScriptException(
                    word + " takes a time such as 20ms, 500us or 2s, not '" + value + "'");
        }
    }

    UsageMode usageMode() {
        String value = text("usage");
        boolean never = flag("no-usage");
        if (value == null) {
            return never ? UsageMode.NEVER : UsageMode.ASKED;
        }
        return switch (value) {
            case "asked" -> UsageMode.ASKED;
            case "always" -> UsageMode.ALWAYS;
            case "never" -> UsageMode.NEVER;
            case "null" -> UsageMode.NULL;
            default ->
                    throw new ScriptException(
                            "usage takes asked, always, never or null, not '" + value + "'");
        };
    }

    Framing framing() {
        String value = text("frame");
        return value == null ? Framing.PLAIN : Framing.parse(value);
    }

    Fault fault() {
        List<Fault> found = new ArrayList<>();
        FAULTS.forEach((word, make) -> {
            Integer after = number(word);
            if (after != null && !(word.equals("status") && after == 200)) {
                found.add(make.apply(after));
            }
        });
        if (flag("hang")) {
            found.add(new Fault.Hang());
        }
        if (found.size() > 1) {
            throw new ScriptException("one fault a call, not " + found);
        }
        return found.isEmpty() ? Fault.NONE : found.getFirst();
    }

    Script.Answer answer() {
        String contentType = text("content-type");
        return new Script.Answer(
                Script.headersOf(words),
                text("body"),
                contentType == null ? "application/json" : contentType,
                text("message"),
                text("code"),
                text("type"),
                text("served-model"));
    }

    void rejectLeftovers() {
        for (String word : words.keySet()) {
            if (!read.contains(word) && !word.startsWith("header:")) {
                throw new ScriptException("'" + word + "' is not a word of the script grammar");
            }
        }
    }
}
