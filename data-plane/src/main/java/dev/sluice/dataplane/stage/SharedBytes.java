package dev.sluice.dataplane.stage;

import io.vertx.core.Future;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Bytes and leases that all nodes share for a while. Away or not: nobody waits for them. */
public interface SharedBytes {
    /** Null where there are none, or the store is away; never fails. */
    Future<byte @Nullable []> get(String key);

    /** Keeps them, if the store is there; completes when they can be got, never fails. */
    Future<Void> put(String key, byte[] bytes, Duration ttl);

    /** What came of asking for a lease. */
    enum Lease {
        MINE,
        TAKEN,
        /** The store is away: nobody can tell. */
        AWAY
    }

    /** Takes a lease that nobody has; never fails. */
    Future<Lease> claim(String key, String owner, Duration ttl);

    /** Gives a lease back, if it is still the owner's. */
    void giveBack(String key, String owner);
}
