package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.cache.CachedReply;
import dev.sluice.dataplane.call.AttemptReport;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.UpstreamReply;
import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.health.TargetKey;
import dev.sluice.dataplane.relay.BodyCollector;
import dev.sluice.dataplane.relay.CallerChannel;
import dev.sluice.dataplane.relay.LargeRelay;
import dev.sluice.dataplane.relay.StreamEnd;
import dev.sluice.dataplane.relay.StreamRelay;
import dev.sluice.dataplane.stage.OutputCount;
import dev.sluice.dataplane.upstream.Exchange;
import dev.sluice.dataplane.upstream.UpstreamFault;
import dev.sluice.dataplane.upstream.UpstreamSender;
import dev.sluice.dataplane.upstream.request.Payload;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.route.Timeouts;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One try at one address of one candidate, with one secret: sends, waits, relays, reports. */
final class Attempt {
    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);
    private static final int ERROR_BYTES = 256 * 1024;
    private static final int MOST_ON_LOOP_BYTES = 128 * 1024;

    private final LoopParts parts;
    private final ReservedCall reserved;
    private final CallerChannel caller;
    private final Candidate candidate;
    private final String instance;
    private final @Nullable OpenSecret secret;
    private final TargetKey key;
    private final Timeouts timeouts;
    private final OutputCount counted;
    private final AttemptFacts facts;
    private final Promise<AttemptEnd> end = Promise.promise();
    private UpstreamSender.@Nullable Sent sent;
    private @Nullable ReplyLane lane;
    private @Nullable StreamRelay streamRelay;
    private long timer = -1;
    private boolean over;

    Attempt(
            LoopParts parts,
            ReservedCall reserved,
            CallerChannel caller,
            Candidate candidate,
            String instance,
            @Nullable OpenSecret secret) {
        this.parts = parts;
        this.reserved = reserved;
        this.caller = caller;
        this.candidate = candidate;
        this.instance = instance;
        this.secret = secret;
        this.key = new TargetKey(candidate.upstream().name(), instance, candidate.model().name());
        this.timeouts =
                candidate
                        .alias()
                        .timeouts()
                        .orElse(candidate.upstream().timeouts())
                        .orElse(Timeouts.DEFAULTS);
        this.counted = parts.tokenCounter().countOutput(candidate.model());
        this.facts = new AttemptFacts(candidate, instance, secret, parts.clock().instant());
    }

    /** Never fails. */
    Future<AttemptEnd> run() {
        parts.health().began(key);
        parts.live().add(this);
        reserved.progress().serving(candidate);
        var soon = ReplyLane.beginsSoon(reserved.call());
        var patience = soon ? timeouts.firstToken() : timeouts.total();
        timer =
                parts.context()
                        .owner()
                        .setTimer(AttemptFacts.millis(patience), ignored -> onLate(soon));
        caller.onGone(this::onCallerLeft);
        written()
                .onComplete(
                        payload -> guarded(() -> send(payload)),
                        unwritten -> onUnwritten((RuntimeException) unwritten));
        return end.future();
    }

    private Future<Payload> written() {
        var call = reserved.call();
        var most =
                parts.sender().translates(call, candidate) ? MOST_ON_LOOP_BYTES : Integer.MAX_VALUE;
        return parts.work()
                .run(call.body().bytes(), most, () -> parts.sender().write(reserved, candidate));
    }

    private void onUnwritten(RuntimeException why) {
        if (why instanceof GatewayFailure refused) {
            fail(new UpstreamFault.Untranslatable(String.valueOf(why.getMessage()), refused));
        } else {
            onBug(why);
        }
    }

    private void send(Payload payload) {
        if (over) {
            return;
        }
        var connectMs = AttemptFacts.millis(timeouts.connect());
        var out =
                parts.sender()
                        .send(reserved.call(), payload, candidate, instance, secret, connectMs);
        sent = out;
        lane = new ReplyLane(reserved, candidate, out, counted);
        await(out);
    }

    private void await(UpstreamSender.Sent out) {
        out.exchange()
                .reply()
                .onComplete(came -> {
                    if (over) {
                        return;
                    }
                    if (came.succeeded()) {
                        guarded(() -> onHead(Objects.requireNonNull(came.result())));
                    } else {
                        fail(Exchange.fault(came.cause()));
                    }
                });
    }

    /** Whatever goes wrong here ends the attempt: a call and its hold wait for nobody. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException bug) {
            onBug(bug);
        }
    }

    private void onBug(RuntimeException bug) {
        LOG.error("an attempt at {} failed by a fault", candidate.model().name(), bug);
        cancelExchange();
        fail(new UpstreamFault.Invalid("the upstream sent what the gateway cannot carry"));
    }

    private void onLate(boolean soon) {
        fail(
                new UpstreamFault.TimedOut(
                        soon
                                ? "no content came within the first-token timeout"
                                : "no answer came within the total timeout"));
        cancelExchange();
    }

    private void onCallerLeft() {
        if (streamRelay == null) {
            finish(AttemptEnd.CallerLeft::new);
            cancelExchange();
        }
    }

    private void cancelExchange() {
        if (sent != null) {
            sent.exchange().cancel();
        }
    }

    /** The node stops: ends what is under way. */
    void stop(String message) {
        if (streamRelay != null) {
            streamRelay.interrupt(message);
        } else {
            finish(report -> new AttemptEnd.Stopped(report, message));
            cancelExchange();
        }
    }

    private Exchange exchange() {
        return Objects.requireNonNull(sent, "nothing was sent").exchange();
    }

    private void onHead(UpstreamReply reply) {
        facts.status = reply.status();
        lane().answered(reply.contentType());
        if (reply.status() < 200 || reply.status() > 299) {
            onErrorStatus(reply);
        } else if (lane().isStream()) {
            relayStream(reply);
        } else {
            readWhole(reply);
        }
    }

    private ReplyLane lane() {
        return Objects.requireNonNull(lane, "nothing was sent");
    }

    private void onErrorStatus(UpstreamReply reply) {
        BodyCollector.collect(reply, ERROR_BYTES)
                .onComplete(came -> {
                    if (over) {
                        return;
                    }
                    var whole = came.succeeded() && came.result().whole();
                    var body = came.succeeded() ? came.result().bytes() : new byte[0];
                    if (!whole || (sent != null && sent.large())) {
                        reply.dropConnection();
                    }
                    fail(parts.sender().classify(candidate, exchange(), reply, body));
                });
    }

    private void readWhole(UpstreamReply reply) {
        BodyCollector.collect(reply, lane().mostWholeBytes())
                .onComplete(came -> {
                    if (over) {
                        return;
                    }
                    if (came.failed()) {
                        fail(new UpstreamFault.Invalid("the answer broke off"));
                    } else if (came.result().whole()) {
                        guarded(() -> onWhole(came.result().bytes()));
                    } else {
                        guarded(() -> onLarge(reply, came.result().bytes()));
                    }
                });
    }

    private void onWhole(byte[] bytes) {
        switch (lane().read(bytes)) {
            case ReplyBody.Part part -> {
                facts.usage = part.usage();
                var next = Objects.requireNonNull(sent, "nothing was sent").next();
                sent = next;
                await(next);
            }
            case ReplyBody.Failure failure ->
                    fail(
                            parts.sender()
                                    .classifyInside(candidate, exchange(), failure.said(), bytes));
            case ReplyBody.Invalid invalid ->
                    fail(new UpstreamFault.Invalid("the upstream sent " + invalid.reason()));
            case ReplyBody.Good good -> {
                facts.take(good);
                parts.teachSuccess(key, secret, facts.firstContentMs());
                if (lane().mayBeWhole()) {
                    var type = lane().type();
                    finish(report ->
                            new AttemptEnd.Whole(report, lane().warnings(), type, good.bytes()));
                } else {
                    // Some servers do not stream; the caller need not know.
                    var told = CachedReply.of(reserved.plan(), good.bytes());
                    caller.begin(200, told.contentType(), heads());
                    finish(report -> new AttemptEnd.Sent(report, told.body(), null));
                }
            }
        }
    }

    private void onLarge(UpstreamReply reply, byte[] start) {
        if (!lane().mayBeLarge(start)) {
            reply.cancel();
            fail(new UpstreamFault.Invalid("the upstream sent a large body that is no reply"));
            return;
        }
        facts.begun();
        caller.begin(200, lane().type(), heads());
        new LargeRelay(caller, reply, lane().tailBytes())
                .run(lane().largeStart(start))
                .onSuccess(this::onLargeEnd);
    }

    private void onLargeEnd(LargeRelay.Ended ended) {
        if (over) {
            return;
        }
        switch (ended.how()) {
            case WHOLE -> {
                facts.usage = lane().largeUsage(ended.tail());
                parts.teachSuccess(key, secret, facts.firstContentMs());
                var last = lane().largeEnd(ended.tail());
                finish(report -> new AttemptEnd.Sent(report, last, null));
            }
            case BROKEN -> broke(ErrorCode.STREAM_INCOMPLETE, null, null);
            case CALLER_LEFT -> finish(AttemptEnd.CallerLeft::new);
        }
    }

    private void relayStream(UpstreamReply reply) {
        cancelTimer();
        var stream = lane().stream();
        var relay =
                new StreamRelay(
                        parts.context(),
                        parts.ticker(),
                        caller,
                        reply,
                        stream,
                        facts.streamTimes(timeouts, ReplyLane.beginsSoon(reserved.call())),
                        ReplyLane.form(reserved.call()),
                        Boolean.TRUE.equals(candidate.policies().earlyHeartbeat()),
                        this::heads);
        streamRelay = relay;
        relay.on(
                () -> parts.talks(key, reserved.call()),
                () -> reserved.progress().outputTokens(counted.roughly()));
        relay.run()
                .onSuccess(how -> {
                    facts.take(stream, relay.firstContentAt());
                    onStreamEnd(how, stream.said());
                });
    }

    private void onStreamEnd(StreamEnd how, @Nullable UpstreamSaid said) {
        switch (how) {
            case StreamEnd.Refused refused ->
                    fail(
                            parts.sender()
                                    .classifyInside(
                                            candidate, exchange(), refused.said(), refused.body()));
            case StreamEnd.Empty empty -> fail(new UpstreamFault.Invalid(empty.message()));
            case StreamEnd.Late late -> fail(new UpstreamFault.TimedOut(late.message()));
            case StreamEnd.Complete complete -> {
                parts.teachSuccess(key, secret, facts.firstContentMs());
                var whole = lane().whole();
                finish(report -> new AttemptEnd.Sent(report, complete.terminal(), whole));
            }
            case StreamEnd.Broke broke -> broke(broke.code(), said, broke.last());
            case StreamEnd.Stopped stopped ->
                    finish(report -> new AttemptEnd.Stopped(report, stopped.message()));
            case StreamEnd.CallerLeft _ -> finish(AttemptEnd.CallerLeft::new);
        }
    }

    private Map<String, String> heads() {
        return ResponseHeads.ofAttempt(
                reserved,
                candidate,
                lane().warnings(),
                Objects.requireNonNullElse(facts.status, 200),
                facts.elapsedMs());
    }

    private void broke(ErrorCode code, @Nullable UpstreamSaid said, byte @Nullable [] last) {
        parts.teachBroken(code, said, key);
        finish(report -> new AttemptEnd.Broke(report, code, lane().lastWords(last)));
    }

    private void fail(UpstreamFault fault) {
        if (over) {
            return;
        }
        parts.teach(fault, facts, key, reserved.call().snapshot());
        var learned = sent != null && parts.sender().learnsFrom(fault, candidate, sent.added());
        finish(report -> new AttemptEnd.Failed(report, fault, learned));
    }

    private void cancelTimer() {
        if (timer >= 0) {
            parts.context().owner().cancelTimer(timer);
            timer = -1;
        }
    }

    private void finish(Function<AttemptReport, AttemptEnd> as) {
        if (over) {
            return;
        }
        over = true;
        cancelTimer();
        parts.live().remove(this);
        parts.health().ended(key);
        facts.take(lane, parts.listener());
        var totalMs = facts.elapsedMs();
        counted.total()
                .otherwise(ignored -> counted.roughly())
                .onSuccess(tokens -> {
                    var made = as.apply(facts.report(Objects.requireNonNull(tokens), totalMs));
                    end.complete(as.apply(AttemptFacts.withError(made)));
                });
    }
}
