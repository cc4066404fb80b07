package dev.sluice.control.budgets;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.BudgetMode;
import dev.sluice.model.quota.BudgetWindow;
import dev.sluice.model.quota.Split;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A budget in its open window; every field is always there.
 *
 * @param scope {@code tenant}, {@code app}, {@code key} or {@code sub-key}
 * @param split how it is divided among the owner's children; {@code part}: it is such a part of the
 *     budget of the level above
 * @param unit {@code money}, then amounts are decimal text, or {@code tokens}, then numbers
 * @param remaining what neither is spent nor held; never below zero
 * @param source {@code store}: the shared counters that admission goes by; {@code ledger}: they are
 *     away, and what is held is not known
 * @param level 0, 80 or 100: percent of the limit that are spent; 100, too, where less is left than
 *     a call usually costs
 * @param forecastExhaustedAt when the limit is reached at the pace of this window or of the last
 *     days; null where not in this window, or where it is reached
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record BudgetItem(
        String scope,
        String tenant,
        @Nullable String app,
        @Nullable String key,
        @Nullable String subKey,
        @Nullable String alias,
        String unit,
        @Nullable String currency,
        BudgetWindow window,
        BudgetMode mode,
        Split split,
        Object limit,
        Object spent,
        Object held,
        Object remaining,
        Instant windowStart,
        Instant windowEnd,
        String source,
        int level,
        @Nullable Instant forecastExhaustedAt) {

    static BudgetItem of(
            PlacedBudget placed,
            long spent,
            long held,
            String source,
            Outlook.Recent recent,
            Instant now) {
        var budget = placed.budget();
        var isMoney = budget.countsMoney();
        var left = Math.max(0, budget.limit() - spent - held);
        return new BudgetItem(
                placed.level(),
                placed.tenant(),
                placed.app(),
                placed.key(),
                placed.subKey(),
                budget.alias(),
                isMoney ? "money" : "tokens",
                isMoney ? placed.currency() : null,
                budget.window(),
                budget.modeOrDefault(),
                budget.splitOrNone(),
                amount(isMoney, budget.limit()),
                amount(isMoney, spent),
                amount(isMoney, held),
                amount(isMoney, left),
                placed.windowStart(now),
                placed.windowEnd(now),
                source,
                recent.level(budget.limit(), spent),
                recent.exhaustedAt(placed, budget.limit(), spent, now));
    }

    private static Object amount(boolean isMoney, long amount) {
        return isMoney ? new Money(amount) : (Object) amount;
    }
}
