package dev.sluice.dataplane.upstream;

import io.vertx.core.MultiMap;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** How long an upstream asks to be left alone, in the forms that providers use. */
final class RetryHint {
    private static final long MOST_MS = 86_400_000;

    private RetryHint() {}

    /** Milliseconds; 0 where the upstream says nothing. */
    static long afterMs(MultiMap headers, Instant now) {
        var millis = headers.get("retry-after-ms");
        if (millis != null) {
            return number(millis, 1);
        }
        var after = headers.get("retry-after");
        if (after == null) {
            return 0;
        }
        var seconds = number(after, 1000);
        return seconds > 0 ? seconds : date(after, now);
    }

    private static long number(String text, double unitMs) {
        try {
            var value = Double.parseDouble(text.strip()) * unitMs;
            return Double.isNaN(value) ? 0 : (long) Math.clamp(value, 0, (double) MOST_MS);
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }

    private static long date(String text, Instant now) {
        try {
            var at = ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
            return Math.clamp(at.toInstant().toEpochMilli() - now.toEpochMilli(), 0, MOST_MS);
        } catch (DateTimeParseException notADate) {
            return 0;
        }
    }
}
