package dev.sluice.dataplane.server;

import dev.sluice.dataplane.arrival.ByteBudget;
import dev.sluice.dataplane.cache.ResponseCache;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.fetch.FetchLimits;
import dev.sluice.dataplane.fetch.MediaFetcher;
import dev.sluice.dataplane.fetch.NameLookup;
import dev.sluice.dataplane.fetch.ReachableAddresses;
import dev.sluice.dataplane.health.HealthBoard;
import dev.sluice.dataplane.health.RetryBudget;
import dev.sluice.dataplane.health.SecretRing;
import dev.sluice.dataplane.ingress.ClientAddress;
import dev.sluice.dataplane.ingress.RequestReader;
import dev.sluice.dataplane.pipeline.LoopPipeline;
import dev.sluice.dataplane.stage.QuotaReserver;
import dev.sluice.dataplane.stage.ReservationSettler;
import dev.sluice.dataplane.stage.TokenCounter;
import dev.sluice.dataplane.stage.UsageRecorder;
import dev.sluice.dataplane.telemetry.CallLog;
import dev.sluice.dataplane.telemetry.ManagementVerticle;
import dev.sluice.dataplane.telemetry.NodeMetrics;
import dev.sluice.dataplane.upstream.TargetQuirks;
import dev.sluice.dataplane.upstream.UpstreamTargets;
import dev.sluice.dataplane.upstream.token.ExchangedTokens;
import dev.sluice.dataplane.upstream.token.SharedTokens;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node's listeners and the calls behind them, from start to an honest stop. */
public final class GatewayNode {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayNode.class);
    private static final long STILL_ACCEPTING_MS = 1_000;
    private static final long LAST_WORDS_MS = 2_000;

    private final Vertx vertx;
    private final NodeSettings settings;
    private final Supplier<@Nullable Snapshot> snapshot;
    private final NodeLoad load;
    private final StoppingLoops stopping = new StoppingLoops();
    private final ByteBudget bodyBudget;
    private final PrometheusMeterRegistry registry;
    private final NodeMetrics metrics;
    private final LoopPipeline.Shared shared;
    private volatile boolean listening;
    private volatile int port;
    private volatile CompletableFuture<?> prepared = CompletableFuture.completedFuture(null);

    /** The stages that keep the books. */
    public record Books(
            QuotaReserver reserver,
            ReservationSettler settler,
            UsageRecorder recorder,
            TokenCounter tokenCounter,
            ResponseCache cache,
            SharedTokens tokens) {}

    public GatewayNode(
            Vertx vertx,
            NodeSettings settings,
            InstantSource clock,
            Supplier<@Nullable Snapshot> snapshot,
            Books books,
            PrometheusMeterRegistry registry,
            Logger calls) {
        this.vertx = vertx;
        this.settings = settings;
        this.snapshot = snapshot;
        this.registry = registry;
        this.metrics = new NodeMetrics(registry);
        this.load = new NodeLoad(settings.mostCalls());
        this.bodyBudget = new ByteBudget(settings.mostBufferedBytes());
        var tokens =
                new ExchangedTokens(vertx, books.tokens(), clock, RandomGenerator.getDefault());
        this.shared =
                new LoopPipeline.Shared(
                        clock,
                        new RequestReader.Limits(
                                settings.mostBodyBytes(),
                                bodyBudget,
                                new ClientAddress(this::trustedProxies)),
                        new MediaFetcher.Rules(
                                NameLookup.by(vertx),
                                new ReachableAddresses(settings.fetchNetworks()),
                                FetchLimits.DEFAULTS,
                                bodyBudget),
                        new HealthBoard(clock),
                        new SecretRing(clock),
                        new RetryBudget(clock),
                        new UpstreamTargets(),
                        new TargetQuirks(tokens, metrics::askedForToken),
                        books.cache(),
                        books.reserver(),
                        books.settler(),
                        books.recorder(),
                        books.tokenCounter(),
                        new CallLog(metrics, calls));
        metrics.gauge("sluice.calls.in.flight", "calls under way", load::inFlight);
        metrics.gauge(
                "sluice.secrets.without.token",
                "secrets that could not be exchanged at the last try",
                tokens::failing);
        metrics.gauge("sluice.body.bytes", "request bytes held", bodyBudget::held);
        metrics.gauge("sluice.config.version", "version served by", this::version);
    }

    /** The node's own list, where it has one, wins over the config's. */
    private List<String> trustedProxies() {
        if (!settings.trustedProxies().isEmpty()) {
            return settings.trustedProxies();
        }
        var now = snapshot.get();
        return now == null ? List.of() : now.edge().trustedProxies();
    }

    private long version() {
        var now = snapshot.get();
        return now == null ? 0 : now.version();
    }

    /** Completes when every listener is bound. */
    public Future<Void> start() {
        var doors =
                new GatewayVerticle.Doors(
                        settings.host(),
                        settings.port(),
                        load,
                        snapshot,
                        shared,
                        stopping,
                        bound -> port = bound);
        var management =
                new ManagementVerticle(
                        settings.host(), settings.managementPort(), registry, this::notReady);
        return vertx.deployVerticle(management)
                .compose(ignored ->
                        vertx.deployVerticle(
                                () -> new GatewayVerticle(doors),
                                new DeploymentOptions().setInstances(settings.eventLoops())))
                .map(ignored -> {
                    listening = true;
                    return null;
                });
    }

    /** The port that calls come in by; of several taken free, that of the last event loop. */
    public int port() {
        return port;
    }

    /** The node does not say ready before this is complete, however it ends. */
    public void readyAfter(CompletableFuture<?> preparation) {
        prepared = preparation;
    }

    /** Why the node should get no traffic; empty when it should. */
    private String notReady() {
        if (load.isDraining()) {
            return "draining";
        }
        if (snapshot.get() == null) {
            return "no config yet";
        }
        if (!prepared.isDone()) {
            return "rehearsing";
        }
        return listening ? "" : "not listening yet";
    }

    public NodeMetrics metrics() {
        return metrics;
    }

    public int callsInFlight() {
        return load.inFlight();
    }

    public boolean isDraining() {
        return load.isDraining();
    }

    /**
     * Stops: not ready at once, refuses connections after a short while, lets calls run on, and at
     * the end of the grace tells those that are left. Blocks; must not be called on an event loop.
     */
    public void drain() throws InterruptedException {
        LOG.info("draining with {} calls under way", load.inFlight());
        var endAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.drainGraceMs());
        load.drain();
        awaitNoCalls(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STILL_ACCEPTING_MS), true);
        stopping.stopAccepting(settings.drainGraceMs() + LAST_WORDS_MS);
        awaitNoCalls(endAt, false);
        if (load.inFlight() > 0) {
            LOG.warn("{} calls outlived the grace", load.inFlight());
            stopping.stopCalls("this gateway node is stopping");
            awaitNoCalls(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_WORDS_MS), false);
        }
        LOG.info("drained, {} calls left", load.inFlight());
    }

    private void awaitNoCalls(long until, boolean wholeTime) throws InterruptedException {
        while (System.nanoTime() < until && (wholeTime || load.inFlight() > 0)) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
