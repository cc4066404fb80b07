package dev.sluice.bench;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;

/** Drives a client for a time: as fast as it goes, or at a fixed rate. */
final class Run {
    private final Vertx vertx;
    private final LoadClient client;
    private final Sample sample = new Sample();
    private int open;
    private boolean stopping;
    private final Promise<Sample> done = Promise.promise();

    private Run(Vertx vertx, LoadClient client) {
        this.vertx = vertx;
        this.client = client;
    }

    /** As many calls at a time as there are callers, the next when one ends. */
    static Future<Sample> closedLoop(Vertx vertx, LoadClient client, int callers, Duration length) {
        Run run = new Run(vertx, client);
        Context loop = vertx.getOrCreateContext();
        loop.runOnContext(_ -> {
            vertx.setTimer(length.toMillis(), _ -> run.stop());
            for (int i = 0; i < callers; i++) {
                run.again();
            }
        });
        return run.done.future();
    }

    /** Calls at fixed times, whatever becomes of the earlier ones. */
    static Future<Sample> fixedRate(
            Vertx vertx, LoadClient client, int perSecond, Duration length) {
        Run run = new Run(vertx, client);
        Context loop = vertx.getOrCreateContext();
        loop.runOnContext(_ -> {
            long began = System.nanoTime();
            long[] made = new long[1];
            long timer =
                    vertx.setPeriodic(
                            1,
                            _ -> {
                                long due = (System.nanoTime() - began) * perSecond / 1_000_000_000L;
                                for (; made[0] < due; made[0]++) {
                                    run.once();
                                }
                            });
            vertx.setTimer(
                    length.toMillis(),
                    _ -> {
                        vertx.cancelTimer(timer);
                        run.stop();
                    });
        });
        return run.done.future();
    }

    private void again() {
        if (stopping) {
            return;
        }
        open++;
        client.call(sample)
                .onComplete(_ -> {
                    ended();
                    // A new turn: a refused call must not recurse.
                    vertx.runOnContext(_ -> again());
                });
    }

    private void once() {
        open++;
        client.call(sample).onComplete(_ -> ended());
    }

    private void ended() {
        open--;
        if (stopping && open == 0) {
            done.tryComplete(sample);
        }
    }

    private void stop() {
        stopping = true;
        if (open == 0) {
            done.tryComplete(sample);
        }
    }
}
