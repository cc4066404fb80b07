package dev.sluice.model.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ReservationModelProperties {
    private static final List<String> BUDGETS = List.of("tenant", "app");

    /**
     * Whatever happens in whatever order: the promises hold after each step and at the end. The one
     * thing that may pass a limit is the true result of a call that was swept: its hold was given
     * to others meanwhile, and what came late is owed all the same.
     */
    @Property(tries = 2_000)
    void neverOverspendsAndNeverHoldsForEver(
            @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 9_999) Integer> steps,
            @ForAll @IntRange(min = 10, max = 300) int limit) {
        var model = new ReservationModel(Map.of("tenant", (long) limit, "app", limit / 2L), 50);
        var amounts = new HashMap<UUID, Long>();
        var carried = new HashMap<UUID, Long>();
        long late = 0;
        long nowMs = 0;
        for (var step : steps) {
            var id = new UUID(7, step / 10 % 6);
            var number = step / 60;
            nowMs += step % 13;
            switch (step % 10) {
                case 0, 1, 2 -> {
                    if (model.admit(id, BUDGETS, number, nowMs).equals("ok")) {
                        amounts.putIfAbsent(id, (long) number);
                    }
                }
                case 3 -> {
                    if (model.raise(id, number % 20).equals("ok")) {
                        amounts.merge(id, number % 20L, Long::sum);
                    }
                }
                case 4 -> {
                    long soFar = number % (amounts.getOrDefault(id, 0L) + 1);
                    if (model.renew(id, soFar, nowMs)) {
                        carried.put(id, soFar);
                    }
                }
                case 5, 6 -> {
                    long actual = number % (amounts.getOrDefault(id, 0L) + 1);
                    if (model.settle(id, actual).equals("swept")) {
                        late += Math.max(0, actual - carried.getOrDefault(id, 0L));
                    }
                }
                case 7 -> model.release(id);
                case 8 -> model.sweep(nowMs);
                default -> model.forget(id);
            }
            for (var account : model.accounts().values()) {
                assertThat(account.held).isNotNegative();
                assertThat(account.spent + account.held).isLessThanOrEqualTo(account.limit + late);
            }
        }
        model.sweep(nowMs + 1_000);
        assertThat(model.openReservations()).isZero();
        model.accounts()
                .values()
                .forEach(account -> {
                    assertThat(account.held).isZero();
                    account.chargedBy.forEach((id, charged) ->
                            assertThat(charged).isBetween(0L, amounts.getOrDefault(id, 0L)));
                });
    }
}
