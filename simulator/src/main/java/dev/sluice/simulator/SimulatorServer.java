package dev.sluice.simulator;

import dev.sluice.simulator.books.Books;
import dev.sluice.simulator.replay.Recordings;
import dev.sluice.simulator.script.InstanceScripts;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A running simulator: for the process that {@link Simulator} starts, and for tests inside a JVM.
 */
public final class SimulatorServer implements AutoCloseable {
    /** Single calls that the books keep; their sums are kept without bound. */
    static final int CALLS_KEPT = 20_000;

    private final Vertx vertx;
    private final int port;

    private SimulatorServer(Vertx vertx, int port) {
        this.vertx = vertx;
        this.port = port;
    }

    /** Listens on the port (0: any free one) with this many event loops. */
    public static Future<SimulatorServer> start(
            String host, int port, int eventLoops, InstantSource clock) {
        Vertx vertx =
                Vertx.vertx(
                        new VertxOptions()
                                .setEventLoopPoolSize(eventLoops)
                                .setPreferNativeTransport(true));
        Books books = new Books(clock, CALLS_KEPT);
        InstanceScripts scripts = new InstanceScripts();
        Recordings recordings = new Recordings();
        AtomicInteger bound = new AtomicInteger();
        // Port 0 is resolved by the first loop; with -1 all loops of a deployment share one free
        // port.
        int shared = port == 0 ? -1 : port;
        return vertx.deployVerticle(
                        () ->
                                new SimulatorVerticle(
                                        host,
                                        shared,
                                        bound::set,
                                        clock,
                                        books,
                                        scripts,
                                        recordings),
                        new DeploymentOptions().setInstances(eventLoops))
                .map(_ -> new SimulatorServer(vertx, bound.get()))
                .recover(failure -> vertx.close().transform(_ -> Future.failedFuture(failure)));
    }

    public int port() {
        return port;
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        vertx.close().await();
    }
}
