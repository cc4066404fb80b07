package dev.sluice.dataplane.stage;

import io.vertx.core.Future;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Bytes that all nodes share for a while. Away or not: nobody waits for them. */
public interface SharedBytes {
    /** Null where there are none, or the store is away; never fails. */
    Future<byte @Nullable []> get(String key);

    /** Keeps them, if the store is there; completes when they can be got, never fails. */
    Future<Void> put(String key, byte[] bytes, Duration ttl);
}
