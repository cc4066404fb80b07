package dev.sluice.control.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.snapshot.NodeStatus;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FleetNodeTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private static FleetNode node(Duration heardAgo, Duration clockAhead) {
        var heardAt = NOW.minus(heardAgo);
        var said = heardAt.plus(clockAhead);
        return FleetNode.of(
                new NodeStatus(1, "n", "0.1.0", said, said, 7, said, null, false, 0, 0, 0, true),
                heardAt,
                7,
                NOW);
    }

    @Test
    void isSilentByWhenItWasHeardAndNotByItsOwnClock() {
        assertThat(node(Duration.ofSeconds(15), Duration.ofHours(-2)).silent()).isFalse();
        assertThat(node(Duration.ofSeconds(16), Duration.ofHours(2)).silent()).isTrue();
        assertThat(node(Duration.ofSeconds(16), Duration.ZERO).converged()).isFalse();
        assertThat(node(Duration.ofSeconds(2), Duration.ofSeconds(-30)).converged()).isTrue();
    }

    @Test
    void tellsByHowMuchAClockIsOff() {
        var behind = node(Duration.ofSeconds(1), Duration.ofSeconds(-30));
        assertThat(behind.clockAheadMs()).isEqualTo(-30_000);
        assertThat(behind.clockWrong()).isTrue();
        assertThat(node(Duration.ofSeconds(1), Duration.ofSeconds(6)).clockWrong()).isTrue();
        assertThat(node(Duration.ofSeconds(1), Duration.ofSeconds(5)).clockWrong()).isFalse();
        assertThat(node(Duration.ofSeconds(1), Duration.ofMillis(-80)).clockWrong()).isFalse();
    }
}
