package dev.sluice.dataplane.health;

import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. */
public final class SteppingClock implements InstantSource {
    private volatile long nowMs = 1_000_000;

    public void advance(long ms) {
        nowMs += ms;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(nowMs);
    }
}
