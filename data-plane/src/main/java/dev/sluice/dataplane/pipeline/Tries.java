package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.AttemptReport;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.Outcome;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.fetch.CallMedia;
import dev.sluice.dataplane.health.SecretRing.Refusal;
import dev.sluice.dataplane.relay.CallerChannel;
import dev.sluice.dataplane.upstream.UpstreamFault;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.route.RetryPolicy;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The tries of one call: what was tried, what may be tried next, and what the caller gets. */
final class Tries {
    private static final int MOST_TRIES = 4;
    private static final long MOST_WAIT_MS = 10_000;

    private final LoopParts parts;
    private final ReservedCall reserved;
    private final CallerChannel caller;
    private final CallMedia media;
    private final TryOptions options;
    private final RetryPolicy policy;
    private final List<AttemptReport> reports = new ArrayList<>(2);
    private final Map<String, Set<String>> secretsTried = new HashMap<>();
    private final Promise<AttemptRunner.Ended> done = Promise.promise();

    private int tries;
    private int repeats;
    private int repeatsOf429;
    private boolean staleRetried;
    private long upstreamMs;
    private @Nullable UpstreamFault lastFault;

    Tries(LoopParts parts, ReservedCall reserved, CallerChannel caller) {
        this.parts = parts;
        this.reserved = reserved;
        this.caller = caller;
        this.policy = reserved.plan().grant().alias().retryOrDefault();
        this.media = parts.media().of(reserved);
        this.options = new TryOptions(reserved.plan().candidates(), parts);
    }

    Future<AttemptRunner.Ended> run() {
        var first = options.next();
        if (first == null) {
            giveUp(new UpstreamFault.Misconfigured(options.whyNone()));
        } else {
            begin(first);
        }
        return done.future();
    }

    /** A candidate at one of its addresses. */
    record TryOption(Candidate candidate, String instance) {}

    private void begin(TryOption option) {
        if (caller.isGone()) {
            callerLeft();
            return;
        }
        parts.reserver()
                .enter(reserved, option.candidate())
                .onComplete(entered -> {
                    if (entered.succeeded() && Boolean.TRUE.equals(entered.result())) {
                        prepare(option);
                    } else {
                        moveOn(
                                new UpstreamFault.Limited("the upstream's own limits are used up"),
                                option);
                    }
                });
    }

    /** What the target cannot fetch itself comes first. */
    private void prepare(TryOption option) {
        var ready =
                media.readyFor(option.candidate(), parts.sender().dialectOf(option.candidate()));
        if (!ready.isComplete()) {
            caller.onGone(() -> {
                media.cancel();
                callerLeft();
            });
        }
        ready.onComplete(made -> {
            if (caller.isGone()) {
                callerLeft();
            } else if (made.succeeded()) {
                send(option, Objects.requireNonNull(made.result()));
            } else {
                moveOn(unprepared(made.cause()), option);
            }
        });
    }

    private static UpstreamFault unprepared(@Nullable Throwable cause) {
        var failure =
                cause instanceof GatewayFailure known
                        ? known
                        : new GatewayFailure.Internal("The request could not be made ready.");
        return new UpstreamFault.Untranslatable(String.valueOf(failure.getMessage()), failure);
    }

    private void send(TryOption option, ReservedCall prepared) {
        var upstream = option.candidate().upstream().name();
        var secrets = reserved.call().snapshot().secretsOf(upstream);
        var secret = nextSecret(option, secrets, true);
        if (secret == null && parts.sender().needsSecret(option.candidate())) {
            moveOn(
                    new UpstreamFault.Misconfigured(
                            "upstream '" + upstream + "' has no usable secret"),
                    option);
            return;
        }
        tries++;
        if (secret != null) {
            secretsTried.computeIfAbsent(upstream, ignored -> new HashSet<>()).add(secret.name());
        }
        new Attempt(parts, prepared, caller, option.candidate(), option.instance(), secret)
                .run()
                .onSuccess(end -> onEnd(end, option));
    }

    private @Nullable OpenSecret nextSecret(
            TryOption option, List<OpenSecret> secrets, boolean alsoParked) {
        var upstream = option.candidate().upstream().name();
        var tried = secretsTried.getOrDefault(upstream, Set.of());
        var next = parts.secrets().next(upstream, secrets, tried, false);
        if (next != null || !alsoParked) {
            return next;
        }
        // A repeat may use the same one again, and a trial one that rests.
        return parts.secrets().next(upstream, secrets, Set.of(), true);
    }

    private void onEnd(AttemptEnd end, TryOption option) {
        reports.add(end.report());
        upstreamMs += end.report().totalMs();
        var status = end.report().httpStatus();
        var upstreamStatus = status == null ? 200 : status;
        switch (end) {
            case AttemptEnd.Failed failed -> onFailed(failed, option);
            case AttemptEnd.Whole whole ->
                    finish(
                            new Outcome.Completed(reports, 200, upstreamMs),
                            new Closing.Whole(
                                    option.candidate(),
                                    upstreamStatus,
                                    whole.warnings(),
                                    whole.contentType(),
                                    whole.body()));
            case AttemptEnd.Sent sent ->
                    finish(
                            new Outcome.Completed(reports, 200, upstreamMs),
                            new Closing.Last(sent.last(), sent.whole()));
            case AttemptEnd.Broke broke ->
                    finish(
                            new Outcome.Interrupted(reports, 200, upstreamMs, broke.code()),
                            broke.last() == null
                                    ? new Closing.Cut()
                                    : new Closing.Last(broke.last(), null));
            case AttemptEnd.CallerLeft _ -> callerLeft();
            case AttemptEnd.Stopped stopped ->
                    finish(
                            new Outcome.Failed(
                                    reports, 503, upstreamMs, ErrorCode.GATEWAY_OVERLOADED),
                            new Closing.Refusal(
                                    new GatewayFailure.Overloaded(stopped.message(), 1)));
        }
    }

    private void onFailed(AttemptEnd.Failed failed, TryOption option) {
        if (failed.learned() && tries < MOST_TRIES) {
            begin(option);
            return;
        }
        moveOn(failed.fault(), option);
    }

    private void moveOn(UpstreamFault fault, TryOption option) {
        lastFault = fault;
        if (tries >= MOST_TRIES) {
            giveUp(fault);
            return;
        }
        switch (fault) {
            case UpstreamFault.RequestRefused _ -> giveUp(fault);
            case UpstreamFault.Misconfigured _,
                    UpstreamFault.Limited _,
                    UpstreamFault.Untranslatable _ ->
                    tryNextCandidate(fault, option);
            case UpstreamFault.SecretRefused refused -> afterSecretRefused(refused, option);
            case UpstreamFault.NoCredential none -> {
                if (!tryOtherSecret(none, option)) {
                    giveUp(none);
                }
            }
            case UpstreamFault.Unreachable lost -> afterUnreachable(lost, option);
            case UpstreamFault.Invalid _ -> afterBurden(fault, option);
            case UpstreamFault.ServerFault server -> {
                var statuses = Objects.requireNonNullElse(policy.statuses(), Set.of());
                if (statuses.contains(server.answer().status())) {
                    afterBurden(fault, option);
                } else {
                    giveUp(fault);
                }
            }
            case UpstreamFault.TimedOut _ -> {
                if (Boolean.TRUE.equals(policy.onTimeout())) {
                    afterBurden(fault, option);
                } else {
                    giveUp(fault);
                }
            }
        }
    }

    private void tryNextCandidate(UpstreamFault fault, TryOption option) {
        var next = options.nextCandidate(option);
        if (next == null) {
            giveUp(fault);
        } else if (tries == 0) {
            begin(next); // nothing was sent yet: the hold still fits
        } else {
            raiseAndBegin(next, fault);
        }
    }

    /** False where there is none, and no other candidate. */
    private boolean tryOtherSecret(UpstreamFault fault, TryOption option) {
        var secrets = reserved.call().snapshot().secretsOf(option.candidate().upstream().name());
        var next =
                nextSecret(option, secrets, false) != null ? option : options.nextCandidate(option);
        if (next == null) {
            return false;
        }
        raiseAndBegin(next, fault);
        return true;
    }

    private void afterSecretRefused(UpstreamFault.SecretRefused refused, TryOption option) {
        if (tryOtherSecret(refused, option)) {
            return;
        }
        if (refused.why() == Refusal.RATE
                && repeatsOf429 < orZero(policy.max429())
                && waitMs(refused.retryAfterMs()) <= MOST_WAIT_MS
                && parts.retryBudget().takeRetry()) {
            repeatsOf429++;
            later(waitMs(refused.retryAfterMs()), option, refused);
        } else {
            giveUp(refused);
        }
    }

    private void afterUnreachable(UpstreamFault.Unreachable lost, TryOption option) {
        if (lost.stale() && !staleRetried) {
            staleRetried = true;
            begin(option); // the pool's fault, not the server's
            return;
        }
        var next = options.next();
        if (next != null) {
            raiseAndBegin(next, lost);
        } else if (Boolean.TRUE.equals(policy.onConnect()) && repeats < orZero(policy.max())) {
            repeats++;
            later(waitMs(0), option, lost);
        } else {
            giveUp(lost);
        }
    }

    /** A further try burdens an upstream that works in part: within the retry budget only. */
    private void afterBurden(UpstreamFault fault, TryOption option) {
        var next = options.next();
        var repeat = next == null && repeats < orZero(policy.max());
        if ((next == null && !repeat) || !parts.retryBudget().takeRetry()) {
            giveUp(fault);
        } else if (next != null) {
            raiseAndBegin(next, fault);
        } else {
            repeats++;
            var asked =
                    fault instanceof UpstreamFault.ServerFault server ? server.retryAfterMs() : 0;
            later(Math.min(waitMs(asked), MOST_WAIT_MS), option, fault);
        }
    }

    private static int orZero(@Nullable Integer number) {
        return number == null ? 0 : number;
    }

    private long waitMs(long askedMs) {
        var backoff = policy.backoff() == null ? 0 : policy.backoff().toMillis();
        var jitter = policy.jitter() == null ? 0 : policy.jitter().toMillis();
        var ownMs = backoff + ThreadLocalRandom.current().nextLong(jitter + 1);
        return Math.max(askedMs, ownMs);
    }

    private void later(long ms, TryOption option, UpstreamFault fault) {
        var timer =
                parts.context()
                        .owner()
                        .setTimer(Math.max(1, ms), ignored -> raiseAndBegin(option, fault));
        caller.onGone(() -> {
            if (parts.context().owner().cancelTimer(timer)) {
                callerLeft();
            }
        });
    }

    private void raiseAndBegin(TryOption option, UpstreamFault fault) {
        parts.reserver()
                .raise(reserved, option.candidate())
                .onComplete(raised -> {
                    if (raised.succeeded() && Boolean.TRUE.equals(raised.result())) {
                        begin(option);
                    } else {
                        giveUp(fault);
                    }
                });
    }

    private void callerLeft() {
        finish(
                new Outcome.Cancelled(reports, caller.status() == 0 ? 499 : 200, upstreamMs),
                new Closing.Nothing());
    }

    private void giveUp(UpstreamFault fault) {
        var failure = FaultAnswers.failure(lastFault != null ? lastFault : fault);
        finish(
                new Outcome.Failed(reports, failure.httpStatus(), upstreamMs, failure.code()),
                new Closing.Refusal(failure));
    }

    private void finish(Outcome outcome, Closing closing) {
        media.close();
        done.tryComplete(new AttemptRunner.Ended(outcome, closing));
    }
}
