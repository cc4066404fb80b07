package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.Settlement;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.identity.AccessAuthorizer;
import dev.sluice.dataplane.identity.CallerAuthenticator;
import dev.sluice.dataplane.ingress.RequestReader;
import dev.sluice.dataplane.relay.CallerChannel;
import dev.sluice.dataplane.relay.FailureWriter;
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

    private final RequestReader reader;
    private final CallerAuthenticator authenticator;
    private final AccessAuthorizer authorizer;
    private final RoutePlanner planner;
    private final QuotaReserver reserver;
    private final AttemptRunner attempts;
    private final UsageRecorder recorder;
    private final ReservationSettler settler;
    private final CallListener listener;

    /** The stages of one event loop, in their order. */
    record Stages(
            RequestReader reader,
            CallerAuthenticator authenticator,
            AccessAuthorizer authorizer,
            RoutePlanner planner,
            QuotaReserver reserver,
            AttemptRunner attempts,
            UsageRecorder recorder,
            ReservationSettler settler,
            CallListener listener) {}

    InferencePipeline(Stages stages) {
        this.reader = stages.reader();
        this.authenticator = stages.authenticator();
        this.authorizer = stages.authorizer();
        this.planner = stages.planner();
        this.reserver = stages.reserver();
        this.attempts = stages.attempts();
        this.recorder = stages.recorder();
        this.settler = stages.settler();
        this.listener = stages.listener();
    }

    /** Never fails: the caller has its answer when it completes. */
    Future<Void> handle(
            HttpServerRequest http, CallerChannel caller, Door door, Snapshot snapshot) {
        return reader.read(http, caller.arrival(), door, snapshot)
                .compose(call -> serve(call, caller).eventually(() -> released(call)))
                .recover(failure -> refuse(caller, null, failure));
    }

    private Future<Void> serve(Call call, CallerChannel channel) {
        return admit(call)
                .compose(reserved ->
                        attempts.run(reserved, channel) // 6 to 8
                                .compose(ended -> conclude(reserved, ended, channel))
                                .onFailure(fault -> settler.abandon(reserved)))
                .recover(failure -> refuse(channel, call, failure));
    }

    /** Stages 2 to 5. */
    private Future<ReservedCall> admit(Call call) {
        try {
            var caller = authenticator.authenticate(call);
            var grant = authorizer.authorize(caller, call);
            var plan = planner.plan(grant);
            return reserver.reserve(plan);
        } catch (GatewayFailure refused) {
            return Future.failedFuture(refused);
        }
    }

    /** Stages 9 and 10: the books first, then the last bytes, and the hold always ends. */
    private Future<Void> conclude(
            ReservedCall reserved, AttemptRunner.Ended ended, CallerChannel caller) {
        return recorder.record(reserved, ended.outcome())
                .compose(settlement -> {
                    close(reserved, ended, settlement, caller);
                    listener.ended(settlement.event());
                    return settler.settle(reserved, settlement);
                });
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
                caller.reply(200, "application/json", heads, whole.body());
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
