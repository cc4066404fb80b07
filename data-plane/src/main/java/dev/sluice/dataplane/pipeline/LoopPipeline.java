package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.cache.ResponseCache;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.fetch.MediaFetcher;
import dev.sluice.dataplane.health.HealthBoard;
import dev.sluice.dataplane.health.RetryBudget;
import dev.sluice.dataplane.health.SecretRing;
import dev.sluice.dataplane.identity.AccessAuthorizer;
import dev.sluice.dataplane.identity.CallerAuthenticator;
import dev.sluice.dataplane.ingress.BodyWork;
import dev.sluice.dataplane.ingress.FieldReviewer;
import dev.sluice.dataplane.ingress.RequestReader;
import dev.sluice.dataplane.relay.CallerChannel;
import dev.sluice.dataplane.relay.Ticker;
import dev.sluice.dataplane.routing.RoutePlanner;
import dev.sluice.dataplane.stage.QuotaReserver;
import dev.sluice.dataplane.stage.ReservationSettler;
import dev.sluice.dataplane.stage.TokenCounter;
import dev.sluice.dataplane.stage.UsageRecorder;
import dev.sluice.dataplane.upstream.TargetQuirks;
import dev.sluice.dataplane.upstream.UpstreamClient;
import dev.sluice.dataplane.upstream.UpstreamSender;
import dev.sluice.dataplane.upstream.UpstreamTargets;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;

/** The stages of one event loop, put together from what all loops of the node share. */
public final class LoopPipeline {
    private final InferencePipeline pipeline;
    private final LiveAttempts live = new LiveAttempts();
    private final RequestReader reader;
    private final UpstreamSender sender;
    private final RoutePlanner planner;

    /** What the event loops of a node share. */
    public record Shared(
            InstantSource clock,
            RequestReader.Limits limits,
            MediaFetcher.Rules fetching,
            HealthBoard health,
            SecretRing secrets,
            RetryBudget retryBudget,
            UpstreamTargets targets,
            TargetQuirks quirks,
            ResponseCache cache,
            QuotaReserver reserver,
            ReservationSettler settler,
            UsageRecorder recorder,
            TokenCounter tokenCounter,
            CallListener listener) {}

    /** Must be called on the event loop. */
    public LoopPipeline(Context context, Shared shared) {
        var clock = shared.clock();
        reader = new RequestReader(context, clock, shared.limits());
        sender =
                new UpstreamSender(
                        new UpstreamClient(context.owner()),
                        shared.targets(),
                        shared.quirks(),
                        clock);
        var work = new BodyWork(context);
        var parts =
                new LoopParts(
                        context,
                        reader,
                        work,
                        new Ticker(context.owner()),
                        sender,
                        new MediaFetcher(context, shared.fetching()),
                        shared.health(),
                        shared.secrets(),
                        shared.retryBudget(),
                        shared.tokenCounter(),
                        shared.reserver(),
                        live,
                        shared.listener(),
                        clock);
        planner =
                new RoutePlanner(
                        shared.health(),
                        shared.secrets(),
                        shared.targets()::names,
                        ThreadLocalRandom.current());
        pipeline =
                new InferencePipeline(
                        new InferencePipeline.Stages(
                                reader,
                                new CallerAuthenticator(clock),
                                new AccessAuthorizer(),
                                new FieldReviewer(work),
                                planner,
                                shared.cache(),
                                work,
                                shared.reserver(),
                                new AttemptRunner(parts),
                                shared.recorder(),
                                shared.settler(),
                                shared.listener()));
    }

    public RequestReader reader() {
        return reader;
    }

    public UpstreamSender sender() {
        return sender;
    }

    public RoutePlanner planner() {
        return planner;
    }

    /** Serves one request; never fails. */
    public Future<Void> handle(
            HttpServerRequest http, CallerChannel caller, Door door, Snapshot snapshot) {
        return pipeline.handle(http, caller, door, snapshot);
    }

    /** Ends what is under way, honestly. Must be called on the event loop. */
    public void stopAll(String message) {
        live.stopAll(message);
    }
}
