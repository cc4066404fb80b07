package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.cache.CacheSlot;
import dev.sluice.dataplane.cache.CachedReply;
import dev.sluice.dataplane.cache.ResponseCache;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.call.Outcome;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.call.Settlement;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.identity.AccessAuthorizer;
import dev.sluice.dataplane.identity.CallerAuthenticator;
import dev.sluice.dataplane.ingress.BodyWork;
import dev.sluice.dataplane.ingress.FieldReviewer;
import dev.sluice.dataplane.ingress.RequestReader;
import dev.sluice.dataplane.relay.CallerChannel;
import dev.sluice.dataplane.relay.FailureWriter;
import dev.sluice.dataplane.routing.Reservations;
import dev.sluice.dataplane.routing.RoutePlanner;
import dev.sluice.dataplane.stage.QuotaReserver;
import dev.sluice.dataplane.stage.ReservationSettler;
import dev.sluice.dataplane.stage.UsageRecorder;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of one call, top to bottom: each line is a stage, each stage a class with one verb. */
final class InferencePipeline {
    private static final Logger LOG = LoggerFactory.getLogger(InferencePipeline.class);

    /** From here on it is felt that a body is read whole. */
    private static final int LARGE_BODY_BYTES = 128 * 1024;

    private final RequestReader reader;
    private final CallerAuthenticator authenticator;
    private final AccessAuthorizer authorizer;
    private final FieldReviewer fields;
    private final RoutePlanner planner;
    private final ResponseCache cache;
    private final BodyWork work;
    private final Reservations reservations;
    private final AttemptRunner attempts;
    private final UsageRecorder recorder;
    private final ReservationSettler settler;
    private final CallListener listener;

    /** The stages of one event loop, in their order. */
    record Stages(
            RequestReader reader,
            CallerAuthenticator authenticator,
            AccessAuthorizer authorizer,
            FieldReviewer fields,
            RoutePlanner planner,
            ResponseCache cache,
            BodyWork work,
            QuotaReserver reserver,
            AttemptRunner attempts,
            UsageRecorder recorder,
            ReservationSettler settler,
            CallListener listener) {}

    InferencePipeline(Stages stages) {
        this.reader = stages.reader();
        this.authenticator = stages.authenticator();
        this.authorizer = stages.authorizer();
        this.fields = stages.fields();
        this.planner = stages.planner();
        this.cache = stages.cache();
        this.work = stages.work();
        this.reservations = new Reservations(stages.reserver(), this::route);
        this.attempts = stages.attempts();
        this.recorder = stages.recorder();
        this.settler = stages.settler();
        this.listener = stages.listener();
    }

    /** Never fails: the caller has its answer when it completes. */
    Future<Void> handle(
            HttpServerRequest http, CallerChannel caller, Door door, Snapshot snapshot) {
        var keyHash = RequestReader.keyHash(http);
        if (CallerAuthenticator.known(snapshot, keyHash) == null) {
            // Nobody's body is waited for.
            try {
                authenticator.authenticate(snapshot, keyHash, caller.arrival().clientAddress());
            } catch (GatewayFailure refused) {
                return refuse(caller, null, refused);
            }
        }
        return reader.read(http, caller.arrival(), door, snapshot)
                .compose(call -> serve(call, caller).eventually(() -> released(call)))
                .recover(failure -> {
                    var unread = RequestReader.unread(http, caller.arrival(), door, snapshot);
                    return refuse(caller, unread, failure);
                });
    }

    private Future<Void> serve(Call call, CallerChannel channel) {
        return plan(call)
                .compose(plan ->
                        work.run(call.body().bytes(), LARGE_BODY_BYTES, () -> cache.slot(plan))
                                .compose(slot -> answer(plan, slot.orElse(null), channel)))
                .recover(failure -> refuse(channel, call, failure));
    }

    private Future<Void> answer(RoutePlan plan, @Nullable CacheSlot slot, CallerChannel channel) {
        return slot == null
                ? carry(plan, null, channel)
                : cache.find(slot)
                        .compose(found ->
                                found == null
                                        ? carry(plan, slot, channel)
                                        : replay(plan, found, channel));
    }

    /** Stages 2 to 4. */
    private Future<RoutePlan> plan(Call call) {
        try {
            var caller = authenticator.authenticate(call);
            var grant = authorizer.authorize(caller, call);
            return route(grant);
        } catch (GatewayFailure refused) {
            return Future.failedFuture(refused);
        }
    }

    private Future<RoutePlan> route(Grant grant) {
        return fields.review(grant).map(planner::plan);
    }

    /** Stages 5 to 10. */
    private Future<Void> carry(RoutePlan plan, @Nullable CacheSlot slot, CallerChannel channel) {
        return reservations
                .reserve(plan)
                .compose(reserved -> {
                    // What a tight budget made of the call is no answer to what was asked.
                    var place = reserved.plan().equals(plan) ? slot : null;
                    if (place != null) {
                        reserved.progress().missed();
                    }
                    return attempts.run(reserved, channel) // 6 to 8
                            .compose(ended -> conclude(reserved, ended, place, channel))
                            .onFailure(fault -> settler.abandon(reserved));
                });
    }

    /** The books first here, too: they cost nothing and hold nothing. */
    private Future<Void> replay(RoutePlan plan, byte[] kept, CallerChannel channel) {
        var replay = CachedReply.of(plan, kept);
        return recorder.recordHit(plan, replay.answer())
                .map(settlement -> {
                    var heads = ResponseHeads.ofHit(plan);
                    if (plan.call().envelope().stream()) {
                        channel.begin(200, replay.contentType(), heads);
                        channel.end(replay.body());
                    } else {
                        channel.reply(200, replay.contentType(), heads, replay.body());
                    }
                    listener.ended(settlement.event(), plan.call().clientAddress());
                    return null;
                });
    }

    /** Stages 9 and 10: the books first, then the last bytes, and the hold always ends. */
    private Future<Void> conclude(
            ReservedCall reserved,
            AttemptRunner.Ended ended,
            @Nullable CacheSlot slot,
            CallerChannel caller) {
        // All before the last bytes: the caller's next call finds its budget free, and the answer.
        Future<Void> kept = slot == null ? Future.succeededFuture() : keep(slot, reserved, ended);
        return recorder.record(reserved, ended.outcome())
                .compose(settlement -> {
                    var settled = settler.settle(reserved, settlement);
                    return kept.compose(nothing -> {
                        close(reserved, ended, settlement, caller);
                        listener.ended(settlement.event(), reserved.call().clientAddress());
                        return settled;
                    });
                });
    }

    /** Only an answer that came to its own end. */
    private Future<Void> keep(CacheSlot slot, ReservedCall reserved, AttemptRunner.Ended ended) {
        if (!(ended.outcome() instanceof Outcome.Completed) || !reserved.progress().isFitToKeep()) {
            return Future.succeededFuture();
        }
        if (ended.closing() instanceof Closing.Whole whole) {
            return cache.keep(slot, whole.body());
        }
        return ended.closing() instanceof Closing.Last last && last.whole() != null
                ? cache.keep(slot, last.whole())
                : Future.succeededFuture();
    }

    private static void close(
            ReservedCall reserved,
            AttemptRunner.Ended ended,
            Settlement settlement,
            CallerChannel caller) {
        switch (ended.closing()) {
            case Closing.Whole whole -> {
                var heads =
                        ResponseHeads.ofAttempt(
                                reserved,
                                whole.candidate(),
                                whole.warnings(),
                                whole.upstreamStatus(),
                                ended.outcome().upstreamMs());
                heads.putAll(reserved.hold().rateHeadersAfter(settlement, reserved.rateHeaders()));
                ResponseHeads.addCost(heads, settlement);
                caller.reply(200, whole.contentType(), heads, whole.body());
            }
            case Closing.Last last -> caller.end(last.bytes());
            case Closing.Cut _ -> caller.cut();
            case Closing.Refusal refusal ->
                    FailureWriter.write(caller, refusal.failure(), failureHeads(reserved, ended));
            case Closing.Nothing _ -> {}
        }
    }

    private static Map<String, String> failureHeads(
            ReservedCall reserved, AttemptRunner.Ended ended) {
        var heads = new HashMap<>(ResponseHeads.ofCall(reserved));
        var attempts = ended.outcome().attempts();
        if (!attempts.isEmpty()) {
            var status = attempts.getLast().httpStatus();
            if (status != null) {
                heads.put("x-upstream-status", Integer.toString(status));
            }
            heads.put("x-upstream-latency-ms", Long.toString(ended.outcome().upstreamMs()));
        }
        return heads;
    }

    private Future<Void> refuse(CallerChannel channel, @Nullable Call call, Throwable cause) {
        var failure = asFailure(cause, channel);
        FailureWriter.write(channel, failure, Map.of("x-sluice-cache", "off"));
        var key = call == null ? null : CallerAuthenticator.known(call.snapshot(), call.keyHash());
        if (call != null && key != null) {
            recorder.recordRefusal(call, new Caller(key, call.clientAddress()), failure);
        }
        listener.refused(channel.arrival(), call, failure);
        return Future.succeededFuture();
    }

    private static GatewayFailure asFailure(Throwable cause, CallerChannel channel) {
        if (cause instanceof GatewayFailure failure) {
            return failure;
        }
        LOG.error("request {} failed by a fault", channel.arrival().requestId(), cause);
        return new GatewayFailure.Internal(
                "The gateway failed. Quote request " + channel.arrival().requestId() + ".");
    }

    private Future<Void> released(Call call) {
        reader.release(call);
        return Future.succeededFuture();
    }
}
