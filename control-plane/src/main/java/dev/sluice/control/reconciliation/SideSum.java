package dev.sluice.control.reconciliation;

import dev.sluice.control.reconciliation.Reconciliation.Side;
import dev.sluice.control.reconciliation.bills.BilledTokens;
import dev.sluice.model.money.Money;
import java.time.Instant;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One side of a row while it is summed up. */
final class SideSum {
    private @Nullable Long requests;
    private @Nullable BilledTokens tokens;
    private @Nullable Money cost;

    /** In which something was used; only where hours are told. */
    final TreeSet<Instant> hours = new TreeSet<>();

    /** Calls that the provider told no usage of. */
    long unreported;

    long unreportedTokens;
    long unpriced;
    boolean lacksRate;

    void add(@Nullable Long more, @Nullable BilledTokens used, @Nullable Money amount) {
        if (more != null) {
            requests = requests == null ? more : Math.addExact(requests, more);
        }
        if (used != null) {
            tokens = tokens == null ? used : tokens.plus(used);
        }
        if (amount != null) {
            cost = cost == null ? amount : cost.plus(amount);
        }
    }

    void add(SideSum other) {
        add(other.requests, other.tokens, other.cost);
        hours.addAll(other.hours);
        unreported += other.unreported;
        unreportedTokens += other.unreportedTokens;
        unpriced += other.unpriced;
        lacksRate |= other.lacksRate;
    }

    boolean hasNothing() {
        return (tokens == null || tokens.total() == 0) && (cost == null || cost.equals(Money.ZERO));
    }

    @Nullable BilledTokens tokens() {
        return tokens;
    }

    /** Nothing where the rate for some of it is not known: half a sum is none. */
    @Nullable Money cost() {
        return lacksRate ? null : cost;
    }

    Side side() {
        return new Side(requests, tokens, cost());
    }
}
