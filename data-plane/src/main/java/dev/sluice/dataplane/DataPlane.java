package dev.sluice.dataplane;

import dev.sluice.dataplane.metering.InputTokenCounter;
import dev.sluice.dataplane.metering.Journal;
import dev.sluice.dataplane.metering.JournalShipper;
import dev.sluice.dataplane.metering.JournalUsageRecorder;
import dev.sluice.dataplane.metering.JtokkitTokenCounter;
import dev.sluice.dataplane.metering.Tokenizers;
import dev.sluice.dataplane.quota.Quota;
import dev.sluice.dataplane.server.GatewayNode;
import dev.sluice.dataplane.snapshot.NodeStatusReporter;
import dev.sluice.dataplane.snapshot.SnapshotFollower;
import dev.sluice.dataplane.snapshot.SnapshotHolder;
import dev.sluice.model.secret.SecretSealer;
import dev.sluice.model.snapshot.NodeStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Main of a node: every object by hand, in the order in which they need each other. */
public final class DataPlane {
    private static final Logger log = LoggerFactory.getLogger(DataPlane.class);
    private static final int STATUS_VERSION = 1;
    private static final Duration STATUS_PERIOD = Duration.ofSeconds(2);
    private static final Duration LAST_SHIPPING = Duration.ofSeconds(5);

    private final BootSettings settings;
    private final InstantSource clock = InstantSource.system();
    private final Instant startedAt = clock.instant();
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final SnapshotHolder holder = new SnapshotHolder();
    private final Vertx vertx;
    private final Journal journal;
    private final JournalShipper shipper;
    private final JournalUsageRecorder recorder;
    private final Tokenizers tokenizers;
    private final Quota quota;
    private final GatewayNode node;
    private final NodeStatusReporter status;
    private final SnapshotFollower follower;

    private DataPlane(BootSettings settings) throws IOException {
        this.settings = settings;
        var sealer = SecretSealer.fromKeyset(Files.readString(settings.keysetFile()));
        this.vertx =
                Vertx.vertx(
                        new VertxOptions()
                                .setPreferNativeTransport(true)
                                .setEventLoopPoolSize(settings.node().eventLoops()));
        this.journal =
                Journal.open(settings.dataDir().resolve("journal"), settings.mostJournalBytes());
        this.shipper = new JournalShipper(journal, settings.kafka());
        this.recorder = new JournalUsageRecorder(vertx, journal, settings.nodeId(), clock);
        this.tokenizers = new Tokenizers(vertx);
        this.quota =
                new Quota(
                        vertx,
                        settings.redisUrl(),
                        settings.quota(),
                        new InputTokenCounter(tokenizers),
                        recorder,
                        clock);
        this.node =
                new GatewayNode(
                        vertx,
                        settings.node(),
                        clock,
                        holder::current,
                        new GatewayNode.Books(
                                quota.reserver(),
                                quota.settler(),
                                recorder,
                                new JtokkitTokenCounter(tokenizers)),
                        registry);
        this.status = new NodeStatusReporter(this::status, settings.kafka(), STATUS_PERIOD);
        this.follower =
                new SnapshotFollower(
                        holder,
                        sealer,
                        settings.kafka(),
                        settings.dataDir(),
                        clock,
                        registry,
                        status::changed);
        measure();
    }

    /** Starts the node, or says in one line why it cannot. */
    public static void main(String[] arguments) {
        try {
            new DataPlane(BootSettings.from(System.getenv())).start();
        } catch (Exception unusable) {
            log.error("the node cannot start: {}", unusable.getMessage(), unusable);
            System.exit(1);
        }
    }

    private void start() throws Exception {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::stop));
        follower.start();
        shipper.start();
        status.start();
        node.start().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        log.info("node {} listens on port {}", settings.nodeId(), settings.node().port());
    }

    private void measure() {
        Gauge.builder("sluice.journal.events", journal, Journal::unshippedEvents)
                .description("usage events that are not in Kafka yet")
                .register(registry);
        Gauge.builder("sluice.quota.unsettled", quota, Quota::unsettled)
                .description("settlements that Redis has not acknowledged")
                .register(registry);
        Gauge.builder("sluice.quota.shared", quota, now -> now.isShared() ? 1 : 0)
                .description("1 while limits and budgets are kept in Redis")
                .register(registry);
    }

    private NodeStatus status() {
        var snapshot = holder.current();
        return new NodeStatus(
                STATUS_VERSION,
                settings.nodeId(),
                softwareVersion(),
                startedAt,
                clock.instant(),
                snapshot == null ? 0 : snapshot.version(),
                holder.appliedAt(),
                holder.error(),
                node.isDraining(),
                node.callsInFlight(),
                node.callsInFlight(),
                journal.unshippedEvents(),
                quota.isShared());
    }

    private static String softwareVersion() {
        var version = DataPlane.class.getPackage().getImplementationVersion();
        return version == null ? "0.1.0" : version;
    }

    /** Calls first, then what they left to be written, shipped and settled. */
    private void stop() {
        try {
            status.changed();
            node.drain();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        follower.close();
        recorder.close();
        quota.close();
        journal.close();
        shipper.close(LAST_SHIPPING);
        status.close();
        tokenizers.close();
    }
}
