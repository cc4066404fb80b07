package dev.sluice.dataplane.health;

import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The passive health of every target that this node has called, shared by its event loops. Only
 * real calls teach it: no probe costs a token.
 */
public final class HealthBoard {
    /** Whether a target should get calls. */
    public enum Usability {
        GOOD,
        /** Gets a seventh of its weight. */
        DEGRADED,
        /** Gets calls only as a trial, where nothing else is left. */
        OUT
    }

    private static final long FIRST_PARKING_MS = 1_000;
    private static final long MOST_PARKING_MS = 300_000;
    private static final long TRIAL_EVERY_MS = 1_000;

    private static final class Target {
        final AtomicReference<TargetHealth> health;
        final AtomicInteger inFlight = new AtomicInteger();
        volatile double firstByteMs;

        Target(long nowMs) {
            health = new AtomicReference<>(TargetHealth.fresh(nowMs));
        }
    }

    private record Address(String upstream, String instance) {}

    private final InstantSource clock;
    private final Map<TargetKey, Target> targets = new ConcurrentHashMap<>();
    private final Map<Address, AtomicReference<Parking>> parkings = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> trials = new ConcurrentHashMap<>();

    public HealthBoard(InstantSource clock) {
        this.clock = clock;
    }

    public Usability usability(TargetKey key) {
        var nowMs = clock.millis();
        var parking = parkings.get(new Address(key.upstream(), key.instance()));
        if (parking != null && parking.get().isParked(nowMs)) {
            return Usability.OUT;
        }
        var target = targets.get(key);
        if (target == null) {
            return Usability.GOOD;
        }
        return switch (target.health.get().levelAt(nowMs)) {
            case HEALTHY -> Usability.GOOD;
            case DEGRADED -> Usability.DEGRADED;
            case DOWN -> Usability.OUT;
        };
    }

    private Target target(TargetKey key) {
        return targets.computeIfAbsent(key, ignored -> new Target(clock.millis()));
    }

    /** An attempt begins. */
    public void began(TargetKey key) {
        target(key).inFlight.incrementAndGet();
    }

    /** An attempt is over, however it went. */
    public void ended(TargetKey key) {
        target(key).inFlight.decrementAndGet();
    }

    public int inFlight(TargetKey key) {
        var target = targets.get(key);
        return target == null ? 0 : target.inFlight.get();
    }

    /** Smoothed time to the first byte of an answer; 0 where nothing is known. */
    public double firstByteMs(TargetKey key) {
        var target = targets.get(key);
        return target == null ? 0 : target.firstByteMs;
    }

    public void succeeded(TargetKey key, long firstByteMs) {
        var target = target(key);
        var known = target.firstByteMs;
        target.firstByteMs = known == 0 ? firstByteMs : known * 0.9 + firstByteMs * 0.1;
        var nowMs = clock.millis();
        target.health.updateAndGet(health -> health.succeeded(nowMs));
        var parking = parkings.get(new Address(key.upstream(), key.instance()));
        if (parking != null) {
            parking.set(Parking.FREE);
        }
    }

    /** A stream of it has begun to say something: long before its end that shows it at work. */
    public void talks(TargetKey key) {
        var nowMs = clock.millis();
        target(key).health.updateAndGet(health -> health.talks(nowMs));
    }

    /** An error of the server's own, or a timeout. */
    public void failed(TargetKey key) {
        var nowMs = clock.millis();
        target(key).health.updateAndGet(health -> health.failed(nowMs));
    }

    /** An answer that was none, or one that broke off. */
    public void answeredBadly(TargetKey key) {
        var nowMs = clock.millis();
        target(key).health.updateAndGet(health -> health.answeredBadly(nowMs));
    }

    /** No connection, or one that was reset: the whole address is out at once. */
    public void unreachable(TargetKey key) {
        var nowMs = clock.millis();
        parkings.computeIfAbsent(
                        new Address(key.upstream(), key.instance()),
                        ignored -> new AtomicReference<>(Parking.FREE))
                .updateAndGet(was -> was.again(nowMs, FIRST_PARKING_MS, MOST_PARKING_MS));
    }

    /** Where all is out, one call a second may find out whether that is still so. */
    public boolean takeTrial(String what) {
        var nowMs = clock.millis();
        var last = trials.computeIfAbsent(what, ignored -> new AtomicLong());
        var seen = last.get();
        return nowMs - seen >= TRIAL_EVERY_MS && last.compareAndSet(seen, nowMs);
    }
}
