package dev.sluice.dataplane.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.health.TargetHealth.Level;
import org.junit.jupiter.api.Test;

class TargetHealthTest {
    private static TargetHealth failed(TargetHealth health, int times, long nowMs) {
        var next = health;
        for (var i = 0; i < times; i++) {
            next = next.failed(nowMs);
        }
        return next;
    }

    private static TargetHealth succeeded(TargetHealth health, int times, long nowMs) {
        var next = health;
        for (var i = 0; i < times; i++) {
            next = next.succeeded(nowMs);
        }
        return next;
    }

    @Test
    void isDegradedAfterThreeFailuresInARow() {
        var fresh = TargetHealth.fresh(0);

        assertThat(failed(fresh, 2, 0).levelAt(0)).isEqualTo(Level.HEALTHY);
        assertThat(failed(fresh, 3, 0).levelAt(0)).isEqualTo(Level.DEGRADED);
        assertThat(failed(failed(fresh, 2, 0).succeeded(0), 2, 0).levelAt(0))
                .isEqualTo(Level.HEALTHY);
    }

    @Test
    void isDownAfterThreeMoreForFiveMinutes() {
        var down = failed(TargetHealth.fresh(0), 6, 1_000);

        assertThat(down.levelAt(1_000)).isEqualTo(Level.DOWN);
        assertThat(down.levelAt(300_999)).isEqualTo(Level.DOWN);
        assertThat(down.levelAt(301_000)).isEqualTo(Level.DEGRADED);
        assertThat(down.failed(301_000).levelAt(301_000)).isEqualTo(Level.DOWN);
    }

    @Test
    void comesBackByTheFirstContentOfAStream() {
        var down = failed(TargetHealth.fresh(0), 6, 0);

        assertThat(down.talks(10).levelAt(10)).isEqualTo(Level.DEGRADED);
        assertThat(failed(down.talks(10), 6, 20).levelAt(20)).isEqualTo(Level.DOWN);
        assertThat(TargetHealth.fresh(0).talks(10)).isEqualTo(TargetHealth.fresh(0));
    }

    @Test
    void isHealthyAfterThreeSuccesses() {
        var down = failed(TargetHealth.fresh(0), 6, 0);

        assertThat(succeeded(down, 1, 10).levelAt(10)).isEqualTo(Level.DEGRADED);
        assertThat(succeeded(down, 2, 10).levelAt(10)).isEqualTo(Level.DEGRADED);
        assertThat(succeeded(down, 3, 10).levelAt(10)).isEqualTo(Level.HEALTHY);
        assertThat(failed(succeeded(down, 1, 10), 6, 10).levelAt(10)).isEqualTo(Level.DOWN);
    }

    @Test
    void staysInServiceWhileBadAnswersAreFew() {
        var health = succeeded(TargetHealth.fresh(0), 30, 0);
        for (var i = 0; i < 25; i++) {
            health = health.answeredBadly(i);
        }
        assertThat(health.levelAt(25)).isEqualTo(Level.DEGRADED);

        for (var i = 25; i < 31; i++) {
            health = health.answeredBadly(i);
        }
        assertThat(health.levelAt(31)).as("31 of 61").isEqualTo(Level.DOWN);
        assertThat(health.answeredBadly(32).levelAt(32)).isEqualTo(Level.DOWN);
    }

    @Test
    void isDownWhenMostOfEnoughCallsFail() {
        var health = TargetHealth.fresh(0);
        for (var i = 0; i < 9; i++) {
            health = health.succeeded(i).failed(i);
        }
        assertThat(health.levelAt(9)).isEqualTo(Level.HEALTHY);

        health = health.failed(10).succeeded(10).failed(11).failed(11);

        assertThat(health.levelAt(11)).isEqualTo(Level.DOWN);
    }

    @Test
    void forgetsWhatIsLongerAgoThanTheWindow() {
        var health = TargetHealth.fresh(0);
        for (var i = 0; i < 15; i++) {
            health = health.succeeded(i).failed(i);
        }

        health = health.succeeded(600_000).failed(600_001).failed(600_001);

        assertThat(health.levelAt(600_001)).isEqualTo(Level.HEALTHY);
    }
}
