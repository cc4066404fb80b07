package dev.sluice.dataplane.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.quota.rule.UsualOutput;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class UsualOutputTest {
    /** At least 95 of a hundred are covered, and no more is held than a fifth above one of them. */
    @Property(tries = 300)
    void coversNineteenOfTwenty(
            @ForAll @Size(min = 20, max = 400)
                    List<@LongRange(min = 0, max = 200_000) Long> outputs) {
        var usual = new UsualOutput();
        var plan = TestQuota.plan("t1", "\"tags\":{}");
        outputs.forEach(output -> usual.learn(plan, output));

        var held = usual.of(plan).orElseThrow();

        var covered = outputs.stream().filter(output -> output <= held).count();
        assertThat(covered).isGreaterThanOrEqualTo((long) Math.floor(outputs.size() * 0.95));
        var most = outputs.stream().mapToLong(Long::longValue).max().orElse(0);
        assertThat(held).isLessThanOrEqualTo(most + most / 5 + 1);
    }

    @Test
    void knowsNothingOfFewCallsAndForgetsWhatIsOld() {
        var usual = new UsualOutput();
        var plan = TestQuota.plan("t1", "\"tags\":{}");
        for (var i = 0; i < 19; i++) {
            usual.learn(plan, 80);
        }
        assertThat(usual.of(plan)).isEmpty();
        usual.learn(plan, 80);
        assertThat(usual.of(plan).orElseThrow()).isBetween(80L, 96L);
        assertThat(usual.of(TestQuota.plan("t2", "\"tags\":{}"))).isEmpty();
        for (var i = 0; i < 5_000; i++) {
            usual.learn(plan, 3);
        }
        assertThat(usual.of(plan).orElseThrow()).isBetween(3L, 4L);
    }
}
