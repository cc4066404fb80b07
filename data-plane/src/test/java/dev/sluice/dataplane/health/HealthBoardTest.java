package dev.sluice.dataplane.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.health.HealthBoard.Usability;
import org.junit.jupiter.api.Test;

class HealthBoardTest {
    private static final TargetKey ONE = new TargetKey("up", "10.0.0.1:80", "m1");
    private static final TargetKey OTHER_MODEL = new TargetKey("up", "10.0.0.1:80", "m2");
    private static final TargetKey OTHER_INSTANCE = new TargetKey("up", "10.0.0.2:80", "m1");

    private final SteppingClock clock = new SteppingClock();
    private final HealthBoard board = new HealthBoard(clock);

    @Test
    void parksAnUnreachableAddressForAllItsModels() {
        board.unreachable(ONE);

        assertThat(board.usability(ONE)).isEqualTo(Usability.OUT);
        assertThat(board.usability(OTHER_MODEL)).isEqualTo(Usability.OUT);
        assertThat(board.usability(OTHER_INSTANCE)).isEqualTo(Usability.GOOD);
        clock.advance(1_000);
        assertThat(board.usability(ONE)).isEqualTo(Usability.GOOD);
        board.unreachable(ONE);
        clock.advance(1_999);
        assertThat(board.usability(ONE)).isEqualTo(Usability.OUT);
        board.succeeded(ONE, 5);
        assertThat(board.usability(ONE)).isEqualTo(Usability.GOOD);
    }

    @Test
    void judgesModelsOfOneAddressByThemselves() {
        for (var i = 0; i < 3; i++) {
            board.failed(ONE);
        }

        assertThat(board.usability(ONE)).isEqualTo(Usability.DEGRADED);
        assertThat(board.usability(OTHER_MODEL)).isEqualTo(Usability.GOOD);
    }

    @Test
    void givesOneTrialASecond() {
        assertThat(board.takeTrial("chat")).isTrue();
        assertThat(board.takeTrial("chat")).isFalse();
        assertThat(board.takeTrial("other")).isTrue();
        clock.advance(1_000);
        assertThat(board.takeTrial("chat")).isTrue();
    }

    @Test
    void boundsTriesThatBurdenAWorkingUpstream() {
        var budget = new RetryBudget(clock);
        for (var i = 0; i < 20; i++) {
            assertThat(budget.takeRetry()).isTrue();
        }
        assertThat(budget.takeRetry()).isFalse();
        for (var i = 0; i < 300; i++) {
            budget.call();
        }
        assertThat(budget.takeRetry()).isTrue();
        clock.advance(11_000);
        for (var i = 0; i < 20; i++) {
            assertThat(budget.takeRetry()).isTrue();
        }
        assertThat(budget.takeRetry()).isFalse();
    }
}
