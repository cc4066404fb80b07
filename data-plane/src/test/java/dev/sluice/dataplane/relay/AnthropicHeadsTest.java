package dev.sluice.dataplane.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Arrival;
import io.vertx.core.MultiMap;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Headers by the names that clients of the dialect know. */
class AnthropicHeadsTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final Arrival ARRIVAL =
            new Arrival(new UUID(1, 2), AT, System.nanoTime(), "0af7", null, "127.0.0.1");

    private static MultiMap heads(Map<String, String> own) {
        var out = MultiMap.caseInsensitiveMultiMap();
        AnthropicHeads.add(out, own, ARRIVAL);
        return out;
    }

    @Test
    void namesRatesAndTheRequest() {
        var out =
                heads(
                        Map.of(
                                "x-ratelimit-limit-requests", "50",
                                "x-ratelimit-remaining-tokens", "9",
                                "retry-after", "3"));

        assertThat(out.get("request-id")).isEqualTo(ARRIVAL.requestId());
        assertThat(out.get("anthropic-ratelimit-requests-limit")).isEqualTo("50");
        assertThat(out.get("anthropic-ratelimit-tokens-remaining")).isEqualTo("9");
        assertThat(out.size()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"120ms,1", "7s,7", "1m30s,90", "2m0s,120"})
    void tellsTheTimeOfAReset(String duration, int seconds) {
        var told = heads(Map.of("x-ratelimit-reset-tokens", duration));

        var reset = Instant.parse(told.get("anthropic-ratelimit-tokens-reset"));
        assertThat(reset).isBetween(AT.plusSeconds(seconds), AT.plusSeconds(seconds + 30L));
    }
}
