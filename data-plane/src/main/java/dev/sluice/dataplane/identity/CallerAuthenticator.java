package dev.sluice.dataplane.identity;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.config.Cidr;
import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.dataplane.config.Snapshot;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Stage 2: from a key's hash to the caller, by the snapshot alone. */
public final class CallerAuthenticator {
    private final InstantSource clock;

    public CallerAuthenticator(InstantSource clock) {
        this.clock = clock;
    }

    /** Fails with {@link GatewayFailure.KeyRefused}. */
    public Caller authenticate(Call call) {
        return authenticate(call.snapshot(), call.keyHash(), call.clientAddress());
    }

    /** Fails with {@link GatewayFailure.KeyRefused}. */
    public Caller authenticate(Snapshot snapshot, @Nullable String keyHash, String clientAddress) {
        var key = recognise(snapshot, keyHash);
        var now = clock.instant();
        checkState(key);
        checkExpiry(key, now);
        checkNetwork(key, clientAddress);
        return new Caller(key, clientAddress);
    }

    private static KeyEntry recognise(Snapshot snapshot, @Nullable String keyHash) {
        if (keyHash == null) {
            throw new GatewayFailure.KeyRefused(
                    "No API key was given. Send it as 'Authorization: Bearer <key>', 'x-api-key' or"
                            + " 'api-key'.");
        }
        var key = snapshot.keyByHash(keyHash);
        if (key == null) {
            throw new GatewayFailure.KeyRefused("This API key is not known. Check it for typos.");
        }
        return key;
    }

    private static void checkState(KeyEntry key) {
        for (var state : key.states()) {
            switch (state) {
                case ACTIVE -> {}
                case SUSPENDED ->
                        throw new GatewayFailure.KeyRefused(
                                "This API key is suspended. Ask whoever issued it.");
                case REVOKED ->
                        throw new GatewayFailure.KeyRefused(
                                "This API key was revoked. Ask for a new one.");
            }
        }
    }

    private static void checkExpiry(KeyEntry key, Instant now) {
        var expires = key.expires();
        if (expires != null && !now.isBefore(expires)) {
            throw new GatewayFailure.KeyRefused(
                    "This API key expired at " + expires + ". Ask for a new one.");
        }
    }

    private static void checkNetwork(KeyEntry key, String clientAddress) {
        for (var networks : key.cidrs()) {
            if (!networks.isEmpty()
                    && networks.stream().noneMatch(net -> Cidr.contains(net, clientAddress))) {
                throw new GatewayFailure.KeyRefused(
                        "This API key may not be used from " + clientAddress + ".");
            }
        }
    }

    /** The key of a call that was refused later or for its state: for the books. */
    public static @Nullable KeyEntry known(Snapshot snapshot, @Nullable String keyHash) {
        return keyHash == null ? null : snapshot.keyByHash(keyHash);
    }
}
