package dev.sluice.dataplane.server;

import dev.sluice.dataplane.stage.SharedBytes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Shared bytes of one node, for ever; they can be got a while after they were put. */
final class TestBytes implements SharedBytes {
    private final Map<String, byte[]> all = new ConcurrentHashMap<>();
    private final Map<String, String> leases = new ConcurrentHashMap<>();

    @Override
    public Future<byte[]> get(String key) {
        return Future.succeededFuture(all.get(key));
    }

    @Override
    public Future<Void> put(String key, byte[] bytes, Duration ttl) {
        var later = CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);
        var done = CompletableFuture.runAsync(() -> all.put(key, bytes), later);
        return Future.fromCompletionStage(done, Vertx.currentContext());
    }

    @Override
    public Future<Lease> claim(String key, String owner, Duration ttl) {
        return Future.succeededFuture(
                leases.putIfAbsent(key, owner) == null ? Lease.MINE : Lease.TAKEN);
    }

    @Override
    public void giveBack(String key, String owner) {
        leases.remove(key, owner);
    }
}
