package dev.sluice.dataplane.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.health.SecretRing.Refusal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SecretRingTest {
    private static final OpenSecret A = new OpenSecret("a", "sk-a");
    private static final OpenSecret B = new OpenSecret("b", "sk-b");
    private static final List<OpenSecret> BOTH = List.of(A, B);

    private final SteppingClock clock = new SteppingClock();
    private final SecretRing ring = new SecretRing(clock);

    private OpenSecret next() {
        return ring.next("up", BOTH, Set.of(), false);
    }

    @Test
    void takesThemInTurn() {
        assertThat(next()).isNotEqualTo(next());
        assertThat(ring.next("up", BOTH, Set.of("a"), false)).isEqualTo(B);
        assertThat(ring.next("up", BOTH, Set.of("a", "b"), true)).isNull();
    }

    @Test
    void restsOneAloneAsLongAsTheProviderAsks() {
        ring.refused("up", A, Refusal.RATE, 30_000);

        assertThat(next()).isEqualTo(B);
        assertThat(next()).isEqualTo(B);
        assertThat(ring.allParked("up", BOTH)).isFalse();
        clock.advance(30_000);
        assertThat(List.of(next(), next())).contains(A);
    }

    @Test
    void restsLongerEachTime() {
        ring.refused("up", A, Refusal.RATE, 0);
        assertThat(ring.freeInMs("up", List.of(A))).isEqualTo(10_000);
        clock.advance(10_000);
        ring.refused("up", A, Refusal.RATE, 0);
        assertThat(ring.freeInMs("up", List.of(A))).isEqualTo(20_000);
        ring.accepted("up", A);
        ring.refused("up", A, Refusal.RATE, 0);
        assertThat(ring.freeInMs("up", List.of(A))).isEqualTo(10_000);
    }

    @Test
    void restsHalfAnHourWithoutMoney() {
        ring.refused("up", A, Refusal.OUT_OF_MONEY, 0);
        ring.refused("up", B, Refusal.OUT_OF_MONEY, 0);

        assertThat(ring.allParked("up", BOTH)).isTrue();
        assertThat(next()).isNull();
        assertThat(ring.next("up", BOTH, Set.of(), true)).isNotNull();
        clock.advance(1_800_000);
        assertThat(ring.allParked("up", BOTH)).isFalse();
    }

    @Test
    void takesAReplacedSecretForAnother() {
        ring.refused("up", A, Refusal.UNKNOWN_SECRET, 0);

        assertThat(ring.allParked("up", List.of(new OpenSecret("a", "sk-new")))).isFalse();
        assertThat(ring.allParked("other", List.of(A))).isFalse();
    }
}
