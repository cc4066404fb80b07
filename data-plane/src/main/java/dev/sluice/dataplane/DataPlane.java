package dev.sluice.dataplane;

import ch.qos.logback.classic.LoggerContext;
import dev.sluice.dataplane.cache.ResponseCache;
import dev.sluice.dataplane.metering.InputTokenCounter;
import dev.sluice.dataplane.metering.Journal;
import dev.sluice.dataplane.metering.JournalShipper;
import dev.sluice.dataplane.metering.JournalUsageRecorder;
import dev.sluice.dataplane.metering.OutputTokenCounter;
import dev.sluice.dataplane.metering.Tokenizers;
import dev.sluice.dataplane.quota.Quota;
import dev.sluice.dataplane.rehearsal.Rehearsal;
import dev.sluice.dataplane.server.GatewayNode;
import dev.sluice.dataplane.snapshot.NodeStatusReporter;
import dev.sluice.dataplane.snapshot.SnapshotFollower;
import dev.sluice.dataplane.snapshot.SnapshotHolder;
import dev.sluice.dataplane.telemetry.CallLog;
import dev.sluice.dataplane.upstream.token.SharedTokens;
import dev.sluice.model.secret.SecretSealer;
import dev.sluice.model.snapshot.NodeStatus;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main of a node: settings to objects by hand to listeners. The one class that names every other.
 */
public final class DataPlane {
    private static final Logger LOG = LoggerFactory.getLogger(DataPlane.class);
    private static final int DNS_TTL_SECONDS = 30;
    private static final Duration STATUS_PERIOD = Duration.ofSeconds(2);
    private static final Duration SHIP_AT_MOST = Duration.ofSeconds(5);
    private static final long BIND_SECONDS = 30;
    private static final Duration CURTAIN = Duration.ofSeconds(3);

    private final BootSettings settings;
    private final InstantSource clock;
    private final Instant startedAt;
    private final Vertx vertx;
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final SnapshotHolder snapshots = new SnapshotHolder();
    private final Journal journal;
    private final JournalUsageRecorder recorder;
    private final JournalShipper shipper;
    private final Tokenizers tokenizers;
    private final Quota quota;
    private final GatewayNode node;
    private final NodeStatusReporter status;
    private final SnapshotFollower follower;

    private DataPlane(BootSettings settings) throws IOException {
        this.settings = settings;
        clock = Clock.offset(Clock.systemUTC(), settings.clockOffset());
        startedAt = clock.instant();
        new JvmMemoryMetrics().bindTo(registry);
        var sealer = SecretSealer.fromKeyset(Files.readString(settings.keysetFile()));
        vertx = Vertx.vertx(vertxOptions(settings));
        journal = Journal.open(settings.dataDir().resolve("journal"), settings.journalBytes());
        recorder = new JournalUsageRecorder(vertx, journal, settings.nodeId(), clock);
        shipper = new JournalShipper(journal, settings.kafkaServers());
        tokenizers = new Tokenizers(vertx);
        var inputs = new InputTokenCounter(tokenizers);
        quota = new Quota(vertx, settings.redisUrl(), settings.quota(), inputs, recorder, clock);
        node =
                new GatewayNode(
                        vertx,
                        settings.node(),
                        clock,
                        snapshots::current,
                        new GatewayNode.Books(
                                quota.reserver(),
                                quota.settler(),
                                recorder,
                                new OutputTokenCounter(tokenizers, inputs),
                                new ResponseCache(quota.bytes(), sealer),
                                new SharedTokens(quota.bytes(), sealer)),
                        registry,
                        LoggerFactory.getLogger(CallLog.NAME));
        status = new NodeStatusReporter(this::status, settings.kafkaServers(), STATUS_PERIOD);
        follower =
                new SnapshotFollower(
                        snapshots,
                        sealer,
                        settings.kafkaServers(),
                        settings.dataDir(),
                        clock,
                        registry,
                        status::changed);
        gauges();
    }

    private static VertxOptions vertxOptions(BootSettings settings) {
        return new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(settings.node().eventLoops() + 1)
                .setAddressResolverOptions(
                        new AddressResolverOptions()
                                .setCacheMaxTimeToLive(DNS_TTL_SECONDS)
                                .setCacheNegativeTimeToLive(1));
    }

    private void gauges() {
        node.metrics()
                .gauge(
                        "sluice.journal.backlog",
                        "usage events that are not in Kafka yet",
                        journal::unshippedEvents);
        node.metrics()
                .gauge(
                        "sluice.quota.shared",
                        "1 while limits and budgets are kept in the shared store",
                        () -> quota.isShared() ? 1 : 0);
        node.metrics()
                .gauge(
                        "sluice.quota.unsettled",
                        "settlements that the store has not acknowledged",
                        quota::unsettled);
    }

    private NodeStatus status() {
        var snapshot = snapshots.current();
        return new NodeStatus(
                1,
                settings.nodeId(),
                softwareVersion(),
                startedAt,
                clock.instant(),
                snapshot == null ? 0 : snapshot.version(),
                snapshots.appliedAt(),
                snapshots.error(),
                node.isDraining(),
                node.callsInFlight(),
                node.callsInFlight(),
                journal.unshippedEvents(),
                quota.isShared());
    }

    private static String softwareVersion() {
        var version = DataPlane.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }

    /** Beside the rest of the start; a rehearsal that hangs does not keep the node from serving. */
    private void rehearse() {
        var most = settings.rehearsal();
        if (most.isZero()) {
            return;
        }
        var rehearsal =
                new Rehearsal(
                        settings.dataDir(),
                        tokenizers,
                        clock,
                        most,
                        () -> snapshots.current() != null);
        node.readyAfter(
                CompletableFuture.runAsync(
                                rehearsal::play,
                                play -> Thread.ofPlatform().daemon().name("rehearsal").start(play))
                        .completeOnTimeout(
                                null,
                                Rehearsal.LONGEST.plus(CURTAIN).toMillis(),
                                TimeUnit.MILLISECONDS));
    }

    private void start() throws Exception {
        rehearse();
        follower.start();
        shipper.start();
        node.start().toCompletionStage().toCompletableFuture().get(BIND_SECONDS, TimeUnit.SECONDS);
        status.start();
        LOG.info(
                "node {} listens on {}:{}, management on {}",
                settings.nodeId(),
                settings.node().host(),
                settings.node().port(),
                settings.node().managementPort());
    }

    /** Calls first, then what they left: reservations settled, the journal shipped or kept. */
    private void stop() {
        try {
            node.drain();
            status.changed();
            follower.close();
            recorder.close();
            shipper.close(SHIP_AT_MOST);
            quota.close();
            status.close();
            journal.close();
            tokenizers.close();
            LOG.info("stopped with {} events to ship at the next start", journal.unshippedEvents());
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException fault) {
            LOG.error("the stop was not clean", fault);
        }
    }

    public static void main(String[] arguments) {
        DataPlane plane;
        try {
            plane = new DataPlane(BootSettings.read(System.getenv()));
        } catch (IllegalArgumentException | IOException unusable) {
            LOG.error("the node cannot start: {}", unusable.getMessage());
            exit(1);
            return;
        }
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    plane.stop();
                                    exitNow();
                                },
                                "stop"));
        try {
            plane.start();
        } catch (Exception notBound) {
            var cause = notBound.getCause() == null ? notBound : notBound.getCause();
            LOG.error("the node cannot start: {}", cause.getMessage());
            exit(1);
        }
    }

    private static void exit(int code) {
        flushLogs();
        Runtime.getRuntime().halt(code);
    }

    /** A node that was told to stop and did so has not failed: 0, not the signal's number. */
    private static void exitNow() {
        exit(0);
    }

    private static void flushLogs() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.stop();
        }
    }
}
