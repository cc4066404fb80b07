package dev.sluice.dataplane.quota.rule;

import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A limit or budget as it applies to one call. */
public sealed interface Rule {
    /** Where its state lies in the shared store. */
    String key();

    /** Whose it is, in words: {@code app payments/checkout}. */
    String owner();

    /**
     * So many requests or tokens a minute.
     *
     * @param burst what may come at once
     * @param amount what this call takes
     * @param fast whether a node may take units ahead
     * @param back what the node returns of units that it took ahead; negative: what it owes
     * @param ahead what the node would like to have for its next calls
     */
    record Rate(
            String key,
            String owner,
            boolean tokens,
            long perMinute,
            long burst,
            long amount,
            boolean fast,
            long back,
            long ahead)
            implements Rule {
        /** One that every call asks the store for. */
        public Rate(
                String key, String owner, boolean tokens, long perMinute, long burst, long amount) {
            this(key, owner, tokens, perMinute, burst, amount, false, 0, 0);
        }

        /** The hash in which the buckets of one owner lie together. */
        public String bucketsKey() {
            return key.substring(0, key.lastIndexOf(':'));
        }

        public Rate settlingAhead(long returned, long wanted) {
            return new Rate(key, owner, tokens, perMinute, burst, amount, fast, returned, wanted);
        }

        public String unit() {
            return tokens ? "tokens" : "requests";
        }
    }

    /** So many calls at once. */
    record Concurrency(String key, String owner, long limit) implements Rule {}

    /**
     * An amount for each calendar window.
     *
     * @param amount the call's worst case in nano-units or tokens
     * @param strict whether a call that does not fit is refused
     * @param degradesTo the alias that serves when it is exhausted, where its owner may use that
     */
    record Spend(
            String key,
            String owner,
            Budget budget,
            long amount,
            boolean strict,
            Instant windowEnd,
            @Nullable String degradesTo)
            implements Rule {
        /** One that degrades to nothing. */
        public Spend(
                String key,
                String owner,
                Budget budget,
                long amount,
                boolean strict,
                Instant windowEnd) {
            this(key, owner, budget, amount, strict, windowEnd, null);
        }

        /** Whether the call must not cost more than it holds. */
        public boolean guaranteed() {
            return strict && budget.modeOrDefault() == BudgetMode.STRICT;
        }

        public String kind() {
            return budget.countsMoney() ? "m" : "t";
        }

        public long limit() {
            return budget.limit();
        }
    }

    /** As usage events name it: {@code app/payments/checkout budget month}. */
    default String name() {
        var slashed = owner().replace(' ', '/');
        return switch (this) {
            case Rate rate -> slashed + " " + rate.unit() + " a minute";
            case Concurrency _ -> slashed + " calls at once";
            case Spend spend -> slashed + " budget " + spend.budget().window().text();
        };
    }
}
