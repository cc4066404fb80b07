package dev.sluice.dataplane.health;

import dev.sluice.dataplane.config.OpenSecret;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of each upstream in turn, without those that the provider refuses for now. A secret
 * that was replaced under the same name starts anew.
 */
public final class SecretRing {
    /** Why a provider refused a secret: decides for how long it rests. */
    public enum Refusal {
        /** 401: nobody knows when it is right again. */
        UNKNOWN_SECRET,
        /** 403. */
        FORBIDDEN,
        /** 429 that only time heals. */
        RATE,
        /** Until somebody pays. */
        OUT_OF_MONEY,
        /** No token could be had for it; whoever asks for tokens knows for how long. */
        NO_TOKEN
    }

    private static final long FIRST_REST_MS = 10_000;
    private static final long MOST_REST_MS = 300_000;
    private static final long MONEY_REST_MS = 1_800_000;

    private record Slot(String upstream, String name, int valueHash) {}

    private final InstantSource clock;
    private final Map<Slot, AtomicReference<Parking>> parkings = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> turns = new ConcurrentHashMap<>();

    public SecretRing(InstantSource clock) {
        this.clock = clock;
    }

    private static Slot slot(String upstream, OpenSecret secret) {
        return new Slot(upstream, secret.name(), secret.value().hashCode());
    }

    private boolean isParked(String upstream, OpenSecret secret, long nowMs) {
        var parking = parkings.get(slot(upstream, secret));
        return parking != null && parking.get().isParked(nowMs);
    }

    /** Whether every one of them rests; false where there are none. */
    public boolean allParked(String upstream, List<OpenSecret> secrets) {
        var nowMs = clock.millis();
        return !secrets.isEmpty()
                && secrets.stream().allMatch(secret -> isParked(upstream, secret, nowMs));
    }

    /** Milliseconds until the first of them is free. */
    public long freeInMs(String upstream, List<OpenSecret> secrets) {
        var nowMs = clock.millis();
        return secrets.stream()
                .mapToLong(secret -> {
                    var parking = parkings.get(slot(upstream, secret));
                    return parking == null ? 0 : Math.max(0, parking.get().untilMs() - nowMs);
                })
                .min()
                .orElse(0);
    }

    /**
     * The next one whose turn it is and that was not tried in this call.
     *
     * @param alsoParked where nothing else is left: take the one that is free soonest
     */
    public @Nullable OpenSecret next(
            String upstream, List<OpenSecret> secrets, Set<String> tried, boolean alsoParked) {
        var nowMs = clock.millis();
        var size = secrets.size();
        var turn =
                size <= 1
                        ? 0
                        : Math.floorMod(
                                turns.computeIfAbsent(upstream, ignored -> new AtomicInteger())
                                        .getAndIncrement(),
                                size);
        OpenSecret soonest = null;
        for (var i = 0; i < size; i++) {
            var secret = secrets.get((turn + i) % size);
            if (tried.contains(secret.name())) {
                continue;
            }
            if (!isParked(upstream, secret, nowMs)) {
                return secret;
            }
            soonest = soonest == null ? secret : soonest;
        }
        return alsoParked ? soonest : null;
    }

    /**
     * The provider refused the secret: it rests.
     *
     * @param retryAfterMs what the provider asked for; 0 where it said nothing
     */
    public void refused(String upstream, OpenSecret secret, Refusal why, long retryAfterMs) {
        var nowMs = clock.millis();
        parkings.computeIfAbsent(
                        slot(upstream, secret), ignored -> new AtomicReference<>(Parking.FREE))
                .updateAndGet(was -> parked(was, why, nowMs, retryAfterMs));
    }

    private static Parking parked(Parking was, Refusal why, long nowMs, long retryAfterMs) {
        return switch (why) {
            case OUT_OF_MONEY -> was.atLeastUntil(nowMs + MONEY_REST_MS);
            case UNKNOWN_SECRET -> was.atLeastUntil(nowMs + MOST_REST_MS);
            case NO_TOKEN -> was.atLeastUntil(nowMs + Math.min(retryAfterMs, MOST_REST_MS));
            case FORBIDDEN -> was.again(nowMs, FIRST_REST_MS, MOST_REST_MS);
            case RATE ->
                    retryAfterMs > 0
                            ? was.atLeastUntil(nowMs + Math.min(retryAfterMs, MONEY_REST_MS))
                            : was.again(nowMs, FIRST_REST_MS, MOST_REST_MS);
        };
    }

    public void accepted(String upstream, OpenSecret secret) {
        var parking = parkings.get(slot(upstream, secret));
        if (parking != null) {
            parking.set(Parking.FREE);
        }
    }
}
