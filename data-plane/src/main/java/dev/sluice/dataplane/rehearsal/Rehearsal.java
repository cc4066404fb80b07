package dev.sluice.dataplane.rehearsal;

import dev.sluice.dataplane.metering.Tokenizers;
import dev.sluice.model.secret.AppKeySecret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays common calls to a node of its own in this process, until they are no longer getting faster
 * or the time is up: what the first calls of others would wait for, classes above all, is loaded
 * then. All that it opens it closes; a node whose rehearsal fails serves all the same.
 */
public final class Rehearsal {
    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
    private static final long CLOSE_SECONDS = 2;
    private static final long LOOK_NANOS = 2_000_000;
    private static final long LOOK_AT_CLOCK_MS = 50;

    /** Of a rehearsal that nobody waits for. */
    public static final Duration LONGEST = Duration.ofSeconds(30);

    /** A round that takes at least this part of the best before it was not faster. */
    private static final double STEADY = 0.8;

    private final Path dir;
    private final Tokenizers tokenizers;
    private final InstantSource clock;
    private final Duration most;
    private final BooleanSupplier isAwaited;

    /**
     * What came of it.
     *
     * @param calls that were answered as they should
     * @param events that its calls left in its own journal
     * @param failure why it ended early; null when it did not
     */
    public record Report(
            int calls,
            int rounds,
            long firstRoundMs,
            long lastRoundMs,
            long events,
            @Nullable String failure) {}

    /**
     * Nothing happens yet.
     *
     * @param dataDir the node's; a folder in it is used and deleted
     * @param most how long the node may be kept waiting
     * @param isAwaited whether the rest of the node is ready
     */
    public Rehearsal(
            Path dataDir,
            Tokenizers tokenizers,
            InstantSource clock,
            Duration most,
            BooleanSupplier isAwaited) {
        this.dir = dataDir.resolve("rehearsal");
        this.tokenizers = tokenizers;
        this.clock = clock;
        this.most = most;
        this.isAwaited = isAwaited;
    }

    /** Blocks; never fails. */
    public Report play() {
        var from = System.nanoTime();
        var run = new Run(from);
        String failure = null;
        try {
            delete();
            run.play();
        } catch (TimeoutException timeIsUp) {
            LOG.debug("the rehearsal ran out of time", timeIsUp);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            failure = "it was interrupted";
        } catch (Exception fault) {
            failure = String.valueOf(fault.getMessage());
        }
        var report = run.report(failure);
        var tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
        if (failure == null) {
            LOG.info(
                    "rehearsed {} calls in {} ms: {} rounds, the first took {} ms, the last {} ms",
                    report.calls(),
                    tookMs,
                    report.rounds(),
                    report.firstRoundMs(),
                    report.lastRoundMs());
        } else {
            LOG.warn("the rehearsal broke off, first calls may be slow: {}", failure);
        }
        return report;
    }

    private void delete() throws IOException {
        if (!Files.exists(dir)) {
            return;
        }
        try (var all = Files.walk(dir)) {
            all.sorted(Comparator.reverseOrder())
                    .forEach(file -> {
                        try {
                            Files.delete(file);
                        } catch (IOException stays) {
                            throw new UncheckedIOException(stays);
                        }
                    });
        }
    }

    /** One evening. */
    private final class Run {
        private long until;
        private boolean awaited;
        private final String key = AppKeySecret.generate(new SecureRandom());
        private int calls;
        private int rounds;
        private long firstNanos;
        private long lastNanos;
        private long events;

        Run(long from) {
            until = from + LONGEST.toNanos();
        }

        /** Time counts from when somebody waits. */
        private boolean isOver() {
            var now = System.nanoTime();
            if (!awaited && isAwaited.getAsBoolean()) {
                awaited = true;
                until = Math.min(until, now + most.toNanos());
            }
            return now - until >= 0;
        }

        Report report(@Nullable String failure) {
            return new Report(
                    calls,
                    rounds,
                    TimeUnit.NANOSECONDS.toMillis(firstNanos),
                    TimeUnit.NANOSECONDS.toMillis(lastNanos),
                    events,
                    failure);
        }

        void play() throws Exception {
            var vertx =
                    Vertx.vertx(
                            new VertxOptions()
                                    .setPreferNativeTransport(true)
                                    .setEventLoopPoolSize(1));
            try {
                var store = get(new StandInStore(vertx, clock).listen());
                var upstream = get(new StandInUpstream(vertx).listen());
                var snapshot = RehearsalConfig.of(upstream, key);
                try (var node = new RehearsalNode(vertx, dir, store, snapshot, tokenizers, clock)) {
                    var port = get(node.start());
                    await(() -> tokenizers.isReady() && node.isShared());
                    playRounds(vertx.createHttpClient(), port, node);
                }
            } finally {
                close(vertx);
                delete();
            }
        }

        private static void close(Vertx vertx) throws ExecutionException, InterruptedException {
            vertx.close()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .orTimeout(CLOSE_SECONDS, TimeUnit.SECONDS)
                    .get();
        }

        private void playRounds(HttpClient client, int port, RehearsalNode node) throws Exception {
            var best = Long.MAX_VALUE;
            try {
                while (rounds == 0 || lastNanos < best * STEADY) {
                    best = rounds == 0 ? best : Math.min(best, lastNanos);
                    var from = System.nanoTime();
                    for (var call : Programme.round()) {
                        play(client, port, call);
                    }
                    lastNanos = System.nanoTime() - from;
                    firstNanos = rounds == 0 ? lastNanos : firstNanos;
                    rounds++;
                }
            } finally {
                events = node.events();
            }
        }

        private void play(HttpClient client, int port, Programme.Played call) throws Exception {
            var options =
                    new RequestOptions()
                            .setHost("127.0.0.1")
                            .setPort(port)
                            .setMethod(HttpMethod.POST)
                            .setURI(call.path())
                            .putHeader("content-type", "application/json");
            var bearer = call.isKnown() ? key : AppKeySecret.generate(new SecureRandom());
            options.putHeader("authorization", "Bearer " + bearer);
            var status =
                    get(
                            client.request(options)
                                    .compose(request ->
                                            // Read where it arrives: later would be too late.
                                            request.send(Buffer.buffer(call.body()))
                                                    .compose(answer ->
                                                            answer.body()
                                                                    .map(_ ->
                                                                            answer.statusCode()))));
            if (status != call.status()) {
                throw new IllegalStateException(call.path() + " was answered with " + status);
            }
            calls++;
        }

        private <T> T get(Future<T> asked) throws Exception {
            var answer = asked.toCompletionStage().toCompletableFuture();
            while (!isOver()) {
                try {
                    return answer.get(LOOK_AT_CLOCK_MS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    LOG.trace("still waiting", notYet);
                } catch (ExecutionException failed) {
                    throw failed.getCause() instanceof Exception cause ? cause : failed;
                }
            }
            throw new TimeoutException("the time is up");
        }

        private void await(BooleanSupplier condition) throws TimeoutException {
            while (!condition.getAsBoolean()) {
                if (isOver()) {
                    throw new TimeoutException("the stand-in store was not in reach in time");
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }
}
