package dev.sluice.dataplane.relay;

import dev.sluice.dataplane.arrival.Arrival;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;

/** What clients of Anthropic's dialect look for under names of their own. */
final class AnthropicHeads {
    private static final String RATE = "x-ratelimit-";
    private static final String RESET = "reset";

    private AnthropicHeads() {}

    static void add(MultiMap out, Map<String, String> headers, Arrival arrival) {
        out.set("request-id", arrival.requestId());
        headers.forEach((name, value) -> {
            if (name.startsWith(RATE)) {
                var what = name.substring(RATE.length()).split("-", 2);
                var said = what[0].equals(RESET) ? time(value, arrival) : value;
                out.set("anthropic-ratelimit-" + what[1] + "-" + what[0], said);
            }
        });
    }

    /** When a duration such as {@code 120ms} or {@code 1m30s} is over, in whole seconds. */
    private static String time(String duration, Arrival arrival) {
        var left =
                duration.endsWith("ms")
                        ? Duration.ofMillis(Long.parseLong(duration, 0, duration.length() - 2, 10))
                        : Duration.parse("PT" + duration.toUpperCase(Locale.ROOT));
        return arrival.at()
                .plusMillis(arrival.elapsedMs() + 999)
                .plus(left)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    }
}
