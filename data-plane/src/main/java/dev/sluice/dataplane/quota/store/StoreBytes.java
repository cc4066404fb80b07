package dev.sluice.dataplane.quota.store;

import dev.sluice.dataplane.stage.SharedBytes;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Shared bytes in the store that also keeps the reservations. */
public final class StoreBytes implements SharedBytes {
    private final RedisQuotaStore store;

    public StoreBytes(RedisQuotaStore store) {
        this.store = store;
    }

    @Override
    public Future<byte @Nullable []> get(String key) {
        return store.send(commands -> commands.get(key))
                .map(StoreBytes::decoded)
                .otherwise((byte[]) null);
    }

    private static byte @Nullable [] decoded(@Nullable String text) {
        try {
            return text == null ? null : Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException foreign) {
            return null;
        }
    }

    @Override
    public Future<Void> put(String key, byte[] bytes, Duration ttl) {
        var text = Base64.getEncoder().encodeToString(bytes);
        return store.send(commands -> commands.setex(key, Math.max(1, ttl.toSeconds()), text))
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }
}
