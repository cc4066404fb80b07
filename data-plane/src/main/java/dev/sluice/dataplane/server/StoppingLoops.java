package dev.sluice.dataplane.server;

import io.vertx.core.Context;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Reaches every event loop of a node when it stops. */
public final class StoppingLoops {
    private record Loop(Context context, Consumer<String> stopCalls, LongConsumer stopAccepting) {}

    private final List<Loop> loops = new CopyOnWriteArrayList<>();

    void add(Context context, Consumer<String> stopCalls, LongConsumer stopAccepting) {
        loops.add(new Loop(context, stopCalls, stopAccepting));
    }

    /**
     * New connections are refused, and those that wait for a next request end.
     *
     * @param graceMs after which those with a request under way end, too
     */
    public void stopAccepting(long graceMs) {
        for (var loop : loops) {
            loop.context().runOnContext(ignored -> loop.stopAccepting().accept(graceMs));
        }
    }

    /** Calls that are still under way end with an honest error. */
    public void stopCalls(String message) {
        for (var loop : loops) {
            loop.context().runOnContext(ignored -> loop.stopCalls().accept(message));
        }
    }
}
