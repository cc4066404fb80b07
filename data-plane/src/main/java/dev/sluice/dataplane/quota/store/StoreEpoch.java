package dev.sluice.dataplane.quota.store;

import dev.sluice.model.quota.RedisKeys;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the store's counters are whole: known by its epoch, which is gone with its content. A new
 * epoch is only used after this node has asserted again what it knows.
 */
public final class StoreEpoch {
    private static final Logger log = LoggerFactory.getLogger(StoreEpoch.class);
    private static final long LOOK_MS = 250;

    private final Vertx vertx;
    private final RedisQuotaStore store;
    private final long timer;
    private volatile @Nullable String current;
    private volatile Function<String, Future<?>> onNew = _ -> Future.succeededFuture();
    private volatile @Nullable String last;
    private volatile boolean looking;

    public StoreEpoch(Vertx vertx, RedisQuotaStore store) {
        this.vertx = vertx;
        this.store = store;
        store.onUp(this::look);
        this.timer = vertx.setPeriodic(LOOK_MS, _ -> look());
    }

    /** What to do before a new epoch is used, after another had been. */
    public void onNew(Function<String, Future<?>> assertAgain) {
        onNew = assertAgain;
    }

    /** The epoch to admit by; null: the shared counters cannot be relied on now. */
    public @Nullable String current() {
        return store.isUp() ? current : null;
    }

    /** The epoch that was seen last, whether or not it still stands; null before the first. */
    public @Nullable String lastSeen() {
        return last;
    }

    /** The store said that its content is of another life. */
    public void lost() {
        if (current != null) {
            log.warn(
                    "the shared store lost its content; calls are admitted locally until the"
                            + " ledger has rebuilt it");
            current = null;
        }
    }

    private void look() {
        if (looking || !store.isUp()) {
            return;
        }
        looking = true;
        store.send(commands -> commands.get(RedisKeys.EPOCH).thenApply(StoreEpoch::orEmpty))
                .onComplete(answer -> {
                    looking = false;
                    if (answer.succeeded()) {
                        found(answer.result());
                    }
                });
    }

    private static String orEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }

    private void found(String epoch) {
        if (epoch.isEmpty()) {
            lost();
            return;
        }
        if (epoch.equals(current)) {
            return;
        }
        var before = last;
        last = epoch;
        if (before == null || before.equals(epoch)) {
            current = epoch;
            return;
        }
        current = null;
        log.info("the shared store begins epoch {}", epoch);
        onNew.apply(epoch)
                .onComplete(done -> {
                    if (done.succeeded()) {
                        current = epoch;
                    } else {
                        last = before;
                    }
                });
    }

    /**
     * A tenant's counters bear no epoch: it is new if the store's own epoch stands, and is opened.
     * True when the admission may be tried again.
     */
    public Future<Boolean> open(String tenant, String epoch) {
        return store.send(commands -> commands.get(RedisKeys.EPOCH).thenApply(StoreEpoch::orEmpty))
                .compose(now -> {
                    if (!now.equals(epoch)) {
                        lost();
                        return Future.succeededFuture(false);
                    }
                    return store.send(commands -> commands.setnx(RedisKeys.epoch(tenant), epoch))
                            .map(_ -> true);
                });
    }

    public void close() {
        vertx.cancelTimer(timer);
    }
}
