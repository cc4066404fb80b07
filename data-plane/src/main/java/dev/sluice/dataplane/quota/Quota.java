package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.quota.NodeCalls.Admission;
import dev.sluice.dataplane.quota.rule.UsualOutput;
import dev.sluice.dataplane.quota.store.PendingCalls;
import dev.sluice.dataplane.quota.store.RedisQuotaStore;
import dev.sluice.dataplane.quota.store.StoreBytes;
import dev.sluice.dataplane.quota.store.StoreEpoch;
import dev.sluice.dataplane.stage.AdmissionLog;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.dataplane.stage.QuotaReserver;
import dev.sluice.dataplane.stage.ReservationSettler;
import dev.sluice.dataplane.stage.SharedBytes;
import dev.sluice.model.json.SluiceJson;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.ArrayList;

/** Builds and owns what keeps a node's reservations; one for each node. */
public final class Quota implements AutoCloseable {
    private final QuotaSettings settings;
    private final RedisQuotaStore store;
    private final StoreEpoch epoch;
    private final PendingCalls pending;
    private final OpenHolds holds = new OpenHolds();
    private final LeaseRenewer renewer;
    private final Slices slices;
    private final StoreQuotaReserver reserver;
    private final StoreReservationSettler settler;
    private final Vertx vertx;
    private final long prepaidTimer;

    public Quota(
            Vertx vertx,
            String redisUrl,
            QuotaSettings settings,
            InputCounter counter,
            AdmissionLog admissions,
            InstantSource clock) {
        this.settings = settings;
        this.store = new RedisQuotaStore(vertx, redisUrl);
        this.epoch = new StoreEpoch(vertx, store);
        this.pending = new PendingCalls(vertx, store);
        this.renewer = new LeaseRenewer(vertx, store, holds, settings, clock);
        var usual = new UsualOutput();
        this.slices = new Slices(vertx, store, epoch, pending, settings.node(), clock);
        var local = new LocalQuota(slices, renewer::nodes);
        var full = new FullRules(System::nanoTime);
        var prepaid = new PrepaidRates(System::nanoTime);
        this.prepaidTimer =
                vertx.setPeriodic(
                        PrepaidRates.LIFE_MS,
                        _ -> {
                            for (var debt : prepaid.debts()) {
                                store.tell(NodeCalls.adjust(debt.rate(), debt.by()), () -> {});
                            }
                        });
        this.vertx = vertx;
        this.reserver =
                new StoreQuotaReserver(
                        settings,
                        store,
                        epoch,
                        pending,
                        holds,
                        local,
                        slices,
                        prepaid,
                        full,
                        counter,
                        admissions,
                        usual,
                        clock);
        this.settler =
                new StoreReservationSettler(
                        store, epoch, pending, holds, local, prepaid, full, usual);
        epoch.onNew(this::assertAgain);
    }

    public QuotaReserver reserver() {
        return reserver;
    }

    public ReservationSettler settler() {
        return settler;
    }

    /** The same store, for what else nodes share. */
    public SharedBytes bytes() {
        return new StoreBytes(store);
    }

    /** Whether limits and budgets are kept in the shared store; else each node keeps its share. */
    public boolean isShared() {
        return epoch.current() != null;
    }

    /** Settlements that the store has not acknowledged. */
    public int unsettled() {
        return pending.size();
    }

    /** After the store lost its content: what the ledger could not know when it rebuilt it. */
    private Future<?> assertAgain(String epochNow) {
        var all = new ArrayList<Future<?>>(slices.assertAgain(epochNow));
        for (var hold : holds.open()) {
            if (!hold.isLocal()) {
                all.add(
                        store.run(
                                NodeCalls.admit(
                                        new Admission(
                                                hold.id(),
                                                hold.tenant(),
                                                0,
                                                settings.lease().toMillis(),
                                                epochNow,
                                                "",
                                                settings.node(),
                                                SluiceJson.write(hold.held()),
                                                false,
                                                hold.budgets()))));
            }
        }
        for (var settled : holds.recentlySettled()) {
            all.add(store.run(NodeCalls.settle(settled, epochNow)));
        }
        return Future.all(all);
    }

    @Override
    public void close() {
        vertx.cancelTimer(prepaidTimer);
        slices.close();
        renewer.close();
        pending.close();
        epoch.close();
        store.close();
    }
}
