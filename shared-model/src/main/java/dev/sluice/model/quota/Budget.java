package dev.sluice.model.quota;

import dev.sluice.model.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * An amount of money or tokens for each calendar window of the tenant's zone.
 *
 * @param alias the budget counts only calls of this alias
 * @param onExhausted {@code reject}, {@code degrade:<alias>} or {@code allow}
 * @param unpriceable {@code reject}, {@code flat:<amount>} or {@code allow}
 */
public record Budget(
        @Nullable Money amount,
        @Nullable Long tokens,
        BudgetWindow window,
        @Nullable String alias,
        @Nullable BudgetMode mode,
        @Nullable OnTight onTight,
        @Nullable Long minOutput,
        @Nullable String onExhausted,
        @Nullable OnStoreAway onStoreAway,
        @Nullable String unpriceable) {
    public Budget {
        if ((amount == null) == (tokens == null)) {
            throw new IllegalArgumentException("a budget has either an amount or tokens");
        }
    }

    public BudgetMode modeOrDefault() {
        return mode != null ? mode : BudgetMode.STRICT;
    }

    public OnStoreAway onStoreAwayOrDefault() {
        return onStoreAway != null ? onStoreAway : OnStoreAway.SHARE;
    }

    public String onExhaustedOrDefault() {
        return onExhausted != null ? onExhausted : "reject";
    }

    public String unpriceableOrDefault() {
        return unpriceable != null ? unpriceable : "reject";
    }

    public boolean countsMoney() {
        return amount != null;
    }

    /** The limit in nano-units or tokens. */
    public long limit() {
        return amount != null ? amount.nanos() : tokens == null ? 0 : tokens;
    }

    /** Names the budget within its scope, stable when only its limit or policies change. */
    public String id() {
        return (countsMoney() ? "money" : "tokens")
                + ":"
                + window.text()
                + (alias == null ? "" : ":" + alias);
    }
}
