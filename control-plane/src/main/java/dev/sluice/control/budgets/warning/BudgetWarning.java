package dev.sluice.control.budgets.warning;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.control.budgets.PlacedBudget;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.BudgetWindow;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A budget that came near its end; every field is always there.
 *
 * @param unit {@code money}, then amounts are decimal text, or {@code tokens}, then numbers
 * @param level 80 or 100 percent
 * @param limit as it was then, like what was spent
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record BudgetWarning(
        String tenant,
        @Nullable String app,
        @Nullable String key,
        @Nullable String subKey,
        @Nullable String alias,
        String unit,
        @Nullable String currency,
        BudgetWindow window,
        int level,
        Object limit,
        Object spent,
        Instant windowStart,
        Instant windowEnd,
        Instant warnedAt) {
    static BudgetWarning of(PlacedBudget placed, int level, long spent, Instant now) {
        var budget = placed.budget();
        var isMoney = budget.countsMoney();
        return new BudgetWarning(
                placed.tenant(),
                placed.app(),
                placed.key(),
                placed.subKey(),
                budget.alias(),
                isMoney ? "money" : "tokens",
                isMoney ? placed.currency() : null,
                budget.window(),
                level,
                amount(isMoney, budget.limit()),
                amount(isMoney, spent),
                placed.windowStart(now),
                placed.windowEnd(now),
                now);
    }

    static Object amount(boolean isMoney, long amount) {
        return isMoney ? new Money(amount) : (Object) amount;
    }

    /** In one sentence. */
    String text() {
        var place =
                Stream.of(tenant, app, key, subKey)
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining("/"));
        return "the budget of %s%s for the %s came to %d percent: %s of %s %s are spent, until %s"
                .formatted(
                        place,
                        alias == null ? "" : " for alias " + alias,
                        window.text(),
                        level,
                        spent,
                        limit,
                        currency == null ? "tokens" : currency,
                        windowEnd);
    }
}
