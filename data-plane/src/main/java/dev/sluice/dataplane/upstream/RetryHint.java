package dev.sluice.dataplane.upstream;

import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** How long an upstream asks to be left alone, in the forms that providers use. */
final class RetryHint {
    private static final long MOST_MS = 86_400_000;

    private static final Pattern RETRY_DELAY =
            Pattern.compile("\"retryDelay\"\\s*:\\s*\"([0-9.]{1,20})s\"");

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

    /** In headers, else in the body, where Google's servers put it; 0 where neither says. */
    static long afterMs(MultiMap headers, byte[] body, Instant now) {
        var told = afterMs(headers, now);
        return told > 0 ? told : inBody(body);
    }

    private static long inBody(byte[] body) {
        var matcher = RETRY_DELAY.matcher(new String(body, StandardCharsets.UTF_8));
        return matcher.find() ? number(matcher.group(1), 1000) : 0;
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
