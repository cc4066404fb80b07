package dev.sluice.dataplane.server;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The calls that a node carries, over all its event loops, and whether it takes on more. */
public final class NodeLoad {
    private final int mostCalls;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicBoolean draining = new AtomicBoolean();

    public NodeLoad(int mostCalls) {
        this.mostCalls = mostCalls;
    }

    boolean enter() {
        if (inFlight.incrementAndGet() <= mostCalls) {
            return true;
        }
        inFlight.decrementAndGet();
        return false;
    }

    void leave() {
        inFlight.decrementAndGet();
    }

    public int inFlight() {
        return inFlight.get();
    }

    /** From now on the node is not ready, and connections are not kept. */
    public void drain() {
        draining.set(true);
    }

    public boolean isDraining() {
        return draining.get();
    }
}
