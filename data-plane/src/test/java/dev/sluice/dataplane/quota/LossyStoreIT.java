package dev.sluice.dataplane.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * The scripts under random calls, crashes, sweeps, changes of the window, a store that loses all or
 * its last writes, and rebuilds from the ledger. Tens of thousands of sequences: {@code
 * -Dsluice.model.repeat=100}.
 */
class LossyStoreIT {
    private static final int REPEAT = Integer.getInteger("sluice.model.repeat", 1);

    @Property(tries = 200)
    void nothingIsLostCountedTwiceOrHeldForEver(
            @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 99_999) Integer> steps,
            @ForAll @IntRange(min = 20, max = 400) int limit) {
        for (int round = 0; round < REPEAT; round++) {
            var world = new LossyWorld(limit);
            for (var step : steps) {
                world.step((step + round * 7_919) % 100_000);
            }
            world.comeToRest();
            assertThat(world.held()).as("held in the end").isZero();
            var used = world.trulyUsedByWindow();
            world.spentByWindow()
                    .forEach((window, spent) ->
                            assertThat(spent)
                                    .as("spent in window " + window)
                                    .isBetween(
                                            used.get(window),
                                            used.get(window) + world.saidTwice(window)));
        }
    }
}
