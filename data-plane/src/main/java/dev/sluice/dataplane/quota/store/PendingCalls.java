package dev.sluice.dataplane.quota.store;

import dev.sluice.model.quota.ScriptCall;
import io.vertx.core.Vertx;
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles and releases that the store has not acknowledged: sent again until it does. The scripts
 * are idempotent by reservation id, as long as its tombstone stands.
 */
public final class PendingCalls {
    private static final Logger log = LoggerFactory.getLogger(PendingCalls.class);
    private static final long PERIOD_MS = 250;
    private static final int MOST_PER_ROUND = 2_000;

    /** More than this is not kept: their holds are swept, and the ledger still has the events. */
    private static final int MOST = 200_000;

    private final RedisQuotaStore store;
    private final ConcurrentLinkedQueue<Pending> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final long timer;
    private final Vertx vertx;

    /**
     * @param call asked for at each try, since what is right depends on the store's epoch
     */
    private record Pending(Supplier<ScriptCall> call, long until) {}

    public PendingCalls(Vertx vertx, RedisQuotaStore store) {
        this.vertx = vertx;
        this.store = store;
        this.timer = vertx.setPeriodic(PERIOD_MS, _ -> retry());
    }

    public void add(Supplier<ScriptCall> call, long patienceMs) {
        if (size.incrementAndGet() > MOST) {
            size.decrementAndGet();
            log.error("too many reservations wait to be settled; one is left to the sweeper");
            return;
        }
        queue.add(new Pending(call, System.nanoTime() + patienceMs * 1_000_000));
    }

    public int size() {
        return size.get();
    }

    private void retry() {
        if (!store.isUp()) {
            return;
        }
        var rounds = Math.min(MOST_PER_ROUND, size.get());
        Iterator<Pending> all = queue.iterator();
        for (var i = 0; i < rounds && all.hasNext(); i++) {
            var pending = all.next();
            all.remove();
            size.decrementAndGet();
            store.run(pending.call().get())
                    .onFailure(_ -> {
                        if (System.nanoTime() - pending.until() < 0) {
                            size.incrementAndGet();
                            queue.add(pending);
                        }
                    });
        }
    }

    public void close() {
        vertx.cancelTimer(timer);
    }
}
