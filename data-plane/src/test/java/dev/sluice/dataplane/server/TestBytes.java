package dev.sluice.dataplane.server;

import dev.sluice.dataplane.stage.SharedBytes;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Shared bytes of one node, for ever. */
final class TestBytes implements SharedBytes {
    private final Map<String, byte[]> all = new ConcurrentHashMap<>();

    @Override
    public Future<byte[]> get(String key) {
        return Future.succeededFuture(all.get(key));
    }

    @Override
    public void put(String key, byte[] bytes, Duration ttl) {
        all.put(key, bytes);
    }
}
