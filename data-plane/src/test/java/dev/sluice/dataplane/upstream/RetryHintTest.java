package dev.sluice.dataplane.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryHintTest {
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    private static long after(String name, String value) {
        return RetryHint.afterMs(MultiMap.caseInsensitiveMultiMap().add(name, value), NOW);
    }

    @Test
    void readsSecondsMillisecondsAndDates() {
        assertThat(after("Retry-After", "7")).isEqualTo(7_000);
        assertThat(after("retry-after", "0.5")).isEqualTo(500);
        assertThat(after("retry-after-ms", "250")).isEqualTo(250);
        assertThat(after("retry-after", "Sun, 01 Mar 2026 00:00:05 GMT")).isEqualTo(5_000);
    }

    @Test
    void takesNonsenseForNothing() {
        assertThat(after("retry-after", "soon")).isZero();
        assertThat(after("retry-after", "-3")).isZero();
        assertThat(after("retry-after", "NaN")).isZero();
        assertThat(after("retry-after", "Sun, 01 Mar 2020 00:00:05 GMT")).isZero();
        assertThat(after("x-other", "1")).isZero();
        assertThat(after("retry-after", "1e99")).isEqualTo(86_400_000);
    }
}
