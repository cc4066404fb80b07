package dev.sluice.control.budgets;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.BudgetMode;
import dev.sluice.model.quota.BudgetWindow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A budget in its open window; every field is always there.
 *
 * @param scope {@code tenant}, {@code app}, {@code key} or {@code sub-key}
 * @param unit {@code money}, then amounts are decimal text, or {@code tokens}, then numbers
 * @param remaining what neither is spent nor held; never below zero
 * @param source {@code store}: the shared counters that admission goes by; {@code ledger}: they are
 *     away, and what is held is not known
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
        Object limit,
        Object spent,
        Object held,
        Object remaining,
        Instant windowStart,
        Instant windowEnd,
        String source) {

    static BudgetItem of(PlacedBudget placed, long spent, long held, String source, Instant now) {
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
                amount(isMoney, budget.limit()),
                amount(isMoney, spent),
                amount(isMoney, held),
                amount(isMoney, left),
                placed.windowStart(now),
                placed.windowEnd(now),
                source);
    }

    private static Object amount(boolean isMoney, long amount) {
        return isMoney ? new Money(amount) : (Object) amount;
    }
}
