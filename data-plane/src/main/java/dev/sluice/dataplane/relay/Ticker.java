package dev.sluice.dataplane.relay;

import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * One timer for all the streams of an event loop: deadlines are looked at, never scheduled for each
 * frame. Used by one event loop only.
 */
public final class Ticker {
    private static final long PERIOD_MS = 200;

    private final Set<Ticking> streams = new LinkedHashSet<>();

    /** Something that is told about time. */
    public interface Ticking {
        void onTick(long nowNanos);
    }

    public Ticker(Vertx vertx) {
        vertx.setPeriodic(PERIOD_MS, ignored -> tick());
    }

    private void tick() {
        if (streams.isEmpty()) {
            return;
        }
        var now = System.nanoTime();
        for (var stream : new ArrayList<>(streams)) {
            stream.onTick(now);
        }
    }

    public void add(Ticking stream) {
        streams.add(stream);
    }

    public void remove(Ticking stream) {
        streams.remove(stream);
    }

    public int size() {
        return streams.size();
    }
}
