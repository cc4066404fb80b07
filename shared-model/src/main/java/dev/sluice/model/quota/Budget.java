package dev.sluice.model.quota;

import dev.sluice.model.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * An amount of money or tokens for each calendar window of the tenant's zone.
 *
 * @param alias the budget counts only calls of this alias
 * @param minOutput the lowest cap that {@code clamp} leaves
 * @param onExhausted {@code reject}, {@code degrade:<alias>} or {@code allow}
 * @param unpriceable {@code reject}, {@code flat:<amount>} or {@code allow}
 * @param split whether each child of the owner has a part of it that is its own
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
        @Nullable String unpriceable,
        @Nullable Overrun overrun,
        @Nullable Split split) {
    /** Where nobody says how little output is still worth a call. */
    public static final long MIN_OUTPUT = 64;

    private static final String DEGRADE = "degrade:";
    private static final String FLAT = "flat:";

    /** Whose overrun is the platform's, and which is not split. */
    public Budget(
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
        this(
                amount,
                tokens,
                window,
                alias,
                mode,
                onTight,
                minOutput,
                onExhausted,
                onStoreAway,
                unpriceable,
                null,
                null);
    }

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

    /** The alias that serves where the budget is exhausted; null where none does. */
    public @Nullable String degradesTo() {
        var policy = onExhaustedOrDefault();
        return policy.startsWith(DEGRADE) ? policy.substring(DEGRADE.length()) : null;
    }

    /**
     * Whether it refuses calls of this alias that do not fit. A budget that degrades still counts
     * the calls of the alias that it degrades to, and lets them go on: else that alias could serve
     * nothing.
     */
    public boolean refuses(String calledAlias) {
        return modeOrDefault() != BudgetMode.SOFT
                && !onExhaustedOrDefault().equals("allow")
                && !calledAlias.equals(degradesTo());
    }

    public OnTight onTightOrDefault() {
        return onTight != null ? onTight : OnTight.REJECT;
    }

    /** The lowest output cap that a call may be clamped to. */
    public long minOutputOrDefault() {
        return minOutput != null ? minOutput : MIN_OUTPUT;
    }

    public Overrun overrunOrDefault() {
        return overrun != null ? overrun : Overrun.PLATFORM;
    }

    public Split splitOrNone() {
        return split != null ? split : Split.NONE;
    }

    /** A child's part of it, with the same policies. */
    Budget part(long limit) {
        return new Budget(
                countsMoney() ? new Money(limit) : null,
                countsMoney() ? null : limit,
                window,
                alias,
                mode,
                onTight,
                minOutput,
                onExhausted,
                onStoreAway,
                unpriceable,
                overrun,
                Split.PART);
    }

    public String unpriceableOrDefault() {
        return unpriceable != null ? unpriceable : "reject";
    }

    /** What a call without a price is charged; null where the policy names no amount. */
    public @Nullable Money flat() {
        var policy = unpriceableOrDefault();
        return countsMoney() && policy.startsWith(FLAT)
                ? Money.parse(policy.substring(FLAT.length()))
                : null;
    }

    /** Whether it lets no call through that has no price. */
    public boolean needsPrices() {
        return countsMoney() && unpriceableOrDefault().equals("reject");
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
        return (splitOrNone() == Split.PART ? "split:" : "")
                + (countsMoney() ? "money" : "tokens")
                + ":"
                + window.text()
                + (alias == null ? "" : ":" + alias);
    }
}
