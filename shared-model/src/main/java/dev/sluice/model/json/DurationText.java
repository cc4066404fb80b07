package dev.sluice.model.json;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Durations as people write them in the config file: {@code 200ms}, {@code 15s}, {@code 2m}, {@code
 * 1h}.
 */
public final class DurationText {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");

    private DurationText() {}

    public static boolean isWellFormed(String text) {
        return FORM.matcher(text).matches();
    }

    public static Duration parse(String text) {
        var match = FORM.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration: write it like 200ms, 15s, 2m or 1h");
        }
        var amount = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    /** The shortest text that {@link #parse} reads back. */
    public static String format(Duration duration) {
        var millis = duration.toMillis();
        if (millis % 1000 != 0 || millis == 0) {
            return millis + "ms";
        }
        var seconds = millis / 1000;
        if (seconds % 3600 == 0) {
            return seconds / 3600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
