package dev.sluice.dataplane.quota.store;

import dev.sluice.model.quota.ScriptCall;
import io.vertx.core.Vertx;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
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

    /** What is to be done, and when it is. */
    public interface Task {
        /**
         * Asked for at each try, since what is right depends on the store's epoch; null: not yet.
         */
        @Nullable ScriptCall call();

        /** Whether the script did it, now or at an earlier try. */
        boolean isDone(List<Object> reply);

        /** Whether it need not be done any more. */
        default boolean isMoot() {
            return false;
        }
    }

    private record Pending(Task task, long until) {}

    private record Once(ScriptCall call) implements Task {
        @Override
        public boolean isDone(List<Object> reply) {
            return true;
        }
    }

    public PendingCalls(Vertx vertx, RedisQuotaStore store) {
        this.vertx = vertx;
        this.store = store;
        this.timer = vertx.setPeriodic(PERIOD_MS, _ -> retry());
    }

    /** A script that is done when the store has answered. */
    public void add(ScriptCall call, long patienceMs) {
        add(new Once(call), patienceMs);
    }

    public void add(Task task, long patienceMs) {
        if (size.incrementAndGet() > MOST) {
            size.decrementAndGet();
            log.error("too many reservations wait to be settled; one is left to the sweeper");
            return;
        }
        queue.add(new Pending(task, System.nanoTime() + patienceMs * 1_000_000));
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
            if (pending.task().isMoot()) {
                continue;
            }
            var call = pending.task().call();
            if (call == null) {
                again(pending);
                continue;
            }
            store.run(call)
                    .onComplete(answer -> {
                        if (answer.failed() || !pending.task().isDone(answer.result())) {
                            again(pending);
                        }
                    });
        }
    }

    private void again(Pending pending) {
        if (System.nanoTime() - pending.until() < 0) {
            size.incrementAndGet();
            queue.add(pending);
        }
    }

    public void close() {
        vertx.cancelTimer(timer);
    }
}
