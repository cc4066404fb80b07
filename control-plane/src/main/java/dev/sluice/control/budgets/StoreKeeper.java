package dev.sluice.control.budgets;

import dev.sluice.control.leader.LeaderLock;
import dev.sluice.control.rounds.PeriodicLook;
import io.lettuce.core.RedisException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * The loop of the one control plane that looks after Redis: first what was lost is rebuilt, then
 * what was abandoned is swept. After an outage of Redis nodes get time to renew their leases before
 * anything is taken for abandoned.
 */
final class StoreKeeper extends PeriodicLook {
    private static final Logger LOG = LoggerFactory.getLogger(StoreKeeper.class);
    private static final Duration MOST_WAIT = Duration.ofSeconds(5);

    private final LeaderLock leader;
    private final SharedStore store;
    private final CounterRebuild rebuild;
    private final Sweeper sweeper;
    private final Receipts receipts;
    private final BudgetCatalogue catalogue;
    private final BooleanSupplier ledgerHasCaughtUp;
    private final InstantSource clock;
    private final Duration calm;
    private final Set<String> tenantsSeen = new TreeSet<>();
    private Instant troubledAt = Instant.EPOCH;
    private @Nullable Instant lossSeenAt;

    /**
     * @param period between two looks
     * @param calm how long Redis must have answered before anything is swept
     */
    StoreKeeper(
            LeaderLock leader,
            SharedStore store,
            CounterRebuild rebuild,
            Sweeper sweeper,
            Receipts receipts,
            BudgetCatalogue catalogue,
            BooleanSupplier ledgerHasCaughtUp,
            InstantSource clock,
            Duration period,
            Duration calm) {
        super("store-keeper", period);
        this.leader = leader;
        this.store = store;
        this.rebuild = rebuild;
        this.sweeper = sweeper;
        this.receipts = receipts;
        this.catalogue = catalogue;
        this.ledgerHasCaughtUp = ledgerHasCaughtUp;
        this.clock = clock;
        this.calm = calm;
    }

    /** One look; what is away now is there at a later one. */
    @Override
    protected void look() {
        try {
            if (!leader.isLeader()) {
                LOG.trace("another control plane looks after the shared store");
                return;
            }
            if (rebuild.isNeeded()) {
                troubledAt = clock.instant();
                if (isTooEarly()) {
                    LOG.debug("the counters are lost; they wait for the ledger to catch up");
                    return;
                }
                rebuild.rebuildAll();
            }
            lossSeenAt = null;
            rebuild.openNewTenants();
            rebuild.noteNewBudgets();
            rebuild.liftAgain();
            // Also those that left the config with calls still under way.
            tenantsSeen.addAll(catalogue.tenants());
            var isCalm = isCalm();
            LOG.trace("looking after {}, sweeping: {}", tenantsSeen, isCalm);
            for (var tenant : tenantsSeen) {
                if (isCalm) {
                    sweeper.sweep(tenant);
                }
                receipts.reconcile(tenant);
            }
        } catch (RedisException away) {
            troubledAt = clock.instant();
            LOG.warn("Redis does not answer: {}", away.toString());
        } catch (SQLException | DataAccessException | TransactionException away) {
            LOG.warn("the database does not answer: {}", away.toString());
        } catch (RuntimeException bug) {
            LOG.error("looking after the shared store failed", bug);
        }
    }

    /** What is still on Kafka would be missing in the counters; but there is an end to waiting. */
    private boolean isTooEarly() {
        var now = clock.instant();
        var since = lossSeenAt;
        if (since == null) {
            since = now;
            lossSeenAt = now;
        }
        return !ledgerHasCaughtUp.getAsBoolean() && now.isBefore(since.plus(MOST_WAIT));
    }

    private boolean isCalm() {
        return !troubledAt.plus(calm).isAfter(clock.instant())
                && store.uptime().compareTo(calm) >= 0;
    }

    @Override
    public synchronized void stop() {
        super.stop();
        try {
            leader.close();
        } catch (SQLException away) {
            LOG.debug("the leader's session is gone already", away);
        }
    }
}
