package dev.sluice.dataplane.quota.store;

import dev.sluice.dataplane.stage.SharedBytes;
import dev.sluice.model.quota.QuotaScript;
import dev.sluice.model.quota.ScriptCall;
import io.lettuce.core.SetArgs;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
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
        return store.send(commands -> commands.psetex(key, Math.max(1, ttl.toMillis()), text))
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    @Override
    public Future<Lease> claim(String key, String owner, Duration ttl) {
        return store.send(commands -> commands.set(key, owner, SetArgs.Builder.nx().px(ttl)))
                .map(reply -> reply == null ? Lease.TAKEN : Lease.MINE)
                .otherwise(Lease.AWAY);
    }

    @Override
    public void giveBack(String key, String owner) {
        var call = new ScriptCall(QuotaScript.YIELD, List.of(key), List.of(owner));
        store.tell(call, () -> {}); // it runs out by itself
    }
}
