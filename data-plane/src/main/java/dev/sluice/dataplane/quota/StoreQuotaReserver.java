package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.Progress;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.quota.NodeCalls.Admission;
import dev.sluice.dataplane.quota.rule.AdmitReply;
import dev.sluice.dataplane.quota.rule.RateHeaders;
import dev.sluice.dataplane.quota.rule.Refusals;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.dataplane.quota.rule.RuleBook;
import dev.sluice.dataplane.quota.rule.TightBudget;
import dev.sluice.dataplane.quota.rule.UsualOutput;
import dev.sluice.dataplane.quota.rule.WorstCase;
import dev.sluice.dataplane.quota.store.PendingCalls;
import dev.sluice.dataplane.quota.store.RedisQuotaStore;
import dev.sluice.dataplane.quota.store.StoreAwayException;
import dev.sluice.dataplane.quota.store.StoreEpoch;
import dev.sluice.dataplane.stage.AdmissionLog;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.dataplane.stage.QuotaReserver;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.quota.HeldCall;
import dev.sluice.model.quota.ScriptCall;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Stage 5 over the shared store, and over the node's share where the store is away. */
final class StoreQuotaReserver implements QuotaReserver {
    /** What a command may take; after it the store must not carry it out any more. */
    private static final long BUDGET_MS = 200;

    private static final OptionalLong NOT_ASKED = OptionalLong.empty();

    private final QuotaSettings settings;
    private final RedisQuotaStore store;
    private final StoreEpoch epoch;
    private final PendingCalls pending;
    private final OpenHolds holds;
    private final LocalQuota local;
    private final Slices slices;
    private final PrepaidRates prepaid;
    private final FullRules full;
    private final InputCounter counter;
    private final AdmissionLog admissions;
    private final InstantSource clock;
    private final UsualOutput usual;
    private final RuleBook rules = new RuleBook();

    /** The store's clock less ours, in milliseconds, as of the last reply. */
    private volatile long aheadMs;

    private volatile boolean clockKnown;

    StoreQuotaReserver(
            QuotaSettings settings,
            RedisQuotaStore store,
            StoreEpoch epoch,
            PendingCalls pending,
            OpenHolds holds,
            LocalQuota local,
            Slices slices,
            PrepaidRates prepaid,
            FullRules full,
            InputCounter counter,
            AdmissionLog admissions,
            UsualOutput usual,
            InstantSource clock) {
        this.settings = settings;
        this.store = store;
        this.epoch = epoch;
        this.pending = pending;
        this.holds = holds;
        this.local = local;
        this.slices = slices;
        this.prepaid = prepaid;
        this.full = full;
        this.counter = counter;
        this.admissions = admissions;
        this.usual = usual;
        this.clock = clock;
    }

    @Override
    public Future<ReservedCall> reserve(RoutePlan plan) {
        if (admissions.isFull()) {
            return Future.failedFuture(
                    new GatewayFailure.Overloaded(
                            "the journal of usage is full, so that calls could not be accounted for",
                            5));
        }
        return counter.count(plan.call(), plan.candidates().getFirst().model())
                .compose(counted -> reserve(plan, counted, 0));
    }

    /**
     * @param tries how often the plan's cap was lowered
     */
    private Future<ReservedCall> reserve(RoutePlan plan, long counted, int tries) {
        try {
            return admit(ready(plan, counted, tries), true);
        } catch (GatewayFailure refused) {
            return Future.failedFuture(refused);
        } catch (ArithmeticException beyondMoney) {
            return Future.failedFuture(
                    new GatewayFailure.Malformed(
                            "this call could use more than can be accounted for: lower the output"
                                    + " cap or the number of choices",
                            plan.call().envelope().capField()));
        }
    }

    private ReadyCall ready(RoutePlan plan, long counted, int tries) {
        var worst = WorstCase.of(plan, counted, counter, rules.flat(plan));
        var bounds = rules.ofCall(plan, worst, () -> usual.expected(plan, counted, counter, worst));
        var known = bounds.stream().anyMatch(ReadyCall::isExpected) ? usual.of(plan) : NOT_ASKED;
        return new ReadyCall(
                plan,
                counted,
                worst,
                known.isPresent() ? known.getAsLong() : null,
                bounds,
                tries,
                false,
                false);
    }

    private Future<ReservedCall> admit(ReadyCall ready, boolean mayOpen) {
        var current = epoch.current();
        if (current == null) {
            return admitLocally(ready);
        }
        var key = ready.plan().grant().caller().key().revocableIds();
        var inUse = ready.sent() ? null : prepaid.take(key, ready.rules());
        if (inUse != null) {
            return recorded(ready, CallHold.PREPAID, RateHeaders.of(ready.rules(), inUse));
        }
        var known = ready.sent() ? null : full.refusing(current, ready.rules());
        if (known != null) {
            return refused(ready, known);
        }
        var held = ready.heldCall("exact", settings.node());
        var rules = prepaid.asking(ready.rules());
        var askedAt = prepaid.now();
        return store.run(
                        NodeCalls.admit(
                                new Admission(
                                        ready.id(),
                                        ready.tenant(),
                                        ready.sent() ? 0 : deadlineMs(),
                                        settings.lease().toMillis(),
                                        current,
                                        key,
                                        settings.node(),
                                        SluiceJson.write(held),
                                        true,
                                        rules)))
                .transform(answer -> {
                    var reply = answer.succeeded() ? AdmitReply.read(answer.result()) : null;
                    if (reply instanceof AdmitReply.Admitted admitted) {
                        prepaid.answered(key, rules, admitted.inUse(), askedAt);
                    } else {
                        prepaid.unanswered(rules, reply != null);
                    }
                    return reply != null
                            ? answered(ready, held, current, reply, mayOpen)
                            : unanswered(ready, answer.cause());
                });
    }

    /** The second time none: who gives up by then releases it, however late it is carried out. */
    private long deadlineMs() {
        return clockKnown ? clock.millis() + aheadMs + BUDGET_MS : 0;
    }

    /**
     * A slow answer is not an absent store: where this node's own share does not carry the call,
     * the store is asked once more (the admission counts once by its id) before it is refused.
     */
    private Future<ReservedCall> unanswered(ReadyCall ready, Throwable cause) {
        if (!(cause instanceof StoreAwayException away)) {
            return Future.failedFuture(cause);
        }
        if (!away.sent() || ready.sent()) {
            return admitLocally(ready);
        }
        var again = ready.wasSent();
        return local.mayAdmit(ready.rules()) ? admitLocally(again) : admit(again, false);
    }

    private Future<ReservedCall> answered(
            ReadyCall ready, HeldCall held, String current, AdmitReply reply, boolean mayOpen) {
        aheadMs = reply.nowMs() - clock.millis();
        clockKnown = true;
        return switch (reply) {
            case AdmitReply.Admitted admitted -> {
                slices.saw(ready.tenant(), ready.rules(), admitted.inUse());
                var headers = RateHeaders.of(ready.rules(), admitted.inUse());
                yield Future.succeededFuture(reserved(ready, held, headers, current));
            }
            case AdmitReply.Refused refused -> {
                full.told(current, ready.rules(), refused);
                yield refused(ready, refused);
            }
            case AdmitReply.Revoked _ -> Future.failedFuture(Refusals.revoked());
            case AdmitReply.Late _ ->
                    ready.sent() || local.mayAdmit(ready.rules())
                            ? admitLocally(ready)
                            : admit(ready.wasSent(), false);
            case AdmitReply.Closed _ ->
                    Future.failedFuture(
                            new GatewayFailure.Internal("the reservation of this call had ended"));
            case AdmitReply.OtherEpoch other -> {
                if (!mayOpen || !other.stored().isEmpty()) {
                    epoch.lost();
                    yield admitLocally(ready);
                }
                yield epoch.open(ready.tenant(), current)
                        .transform(opened ->
                                opened.succeeded() && opened.result()
                                        ? admit(ready, false)
                                        : admitLocally(ready));
            }
        };
    }

    /** Once more with a lower cap, where the budget clamps and enough is left. */
    private Future<ReservedCall> refused(ReadyCall ready, AdmitReply.Refused refused) {
        var rule = ready.rules().get(refused.rule());
        var asked = ready.asked(counter);
        var lowered =
                ready.mayShrink()
                        ? TightBudget.clamped(rule, refused, asked)
                        : Optional.<RoutePlan>empty();
        return lowered.isPresent()
                ? reserve(lowered.get(), ready.countedInput(), ready.tries() + 1)
                : Future.failedFuture(Refusals.of(rule, refused, asked, clock.instant()));
    }

    private ReservedCall reserved(
            ReadyCall ready, HeldCall held, RateHeaders headers, String epochOfHold) {
        var progress = new Progress();
        var hold =
                new CallHold(
                        ready.id(),
                        ready.plan().tariff(),
                        ready.rules(),
                        held,
                        ready.worst(),
                        progress,
                        headers,
                        epochOfHold,
                        ready.expectedHeld());
        holds.add(hold);
        return new ReservedCall(
                ready.plan(),
                hold,
                ready.outputCap(),
                ready.countedInput(),
                ready.plan().warnings(),
                headers.asAdmitted(),
                progress);
    }

    /** Who would be refused for want of a share waits out a stall of the store's; not an outage. */
    private Future<ReservedCall> admitLocally(ReadyCall ready) {
        if (ready.waited() || local.mayAdmit(ready.rules())) {
            return takeLocally(ready);
        }
        return store.backSoon()
                .compose(back -> back ? admit(ready.hasWaited(), false) : takeLocally(ready));
    }

    private Future<ReservedCall> takeLocally(ReadyCall asked) {
        ReadyCall ready;
        try {
            ready = fittedToSlices(asked);
            local.admit(ready.rules());
        } catch (GatewayFailure refused) {
            if (asked.sent()) {
                // The store may yet carry the admission out, or has done so.
                pending.add(
                        NodeCalls.release(asked.tenant(), asked.id(), asked.rules()),
                        ScriptCall.TOMBSTONE.toMillis());
            }
            return Future.failedFuture(refused);
        }
        return recorded(ready, "local", RateHeaders.NONE);
    }

    /** The store does not know of the call: the node's journal does, before it goes upstream. */
    private Future<ReservedCall> recorded(ReadyCall ready, String mode, RateHeaders headers) {
        var held = ready.heldCall(mode, settings.node());
        return admissions
                .recordAdmission(ready.id(), held)
                .map(_ -> reserved(ready, held, headers, ""));
    }

    /** With a lower cap where a slice does not carry the call and its budget clamps. */
    private ReadyCall fittedToSlices(ReadyCall asked) {
        var ready = asked;
        while (ready.mayShrink()) {
            var lowered = local.clamped(ready.rules(), ready.asked(counter));
            if (lowered.isEmpty()) {
                break;
            }
            var fitted = ready(lowered.get(), ready.countedInput(), ready.tries() + 1);
            ready = ready.sent() ? fitted.wasSent() : fitted;
        }
        return ready;
    }

    /**
     * An attempt that failed before its content charges nothing, so its hold serves the next; only
     * a candidate dearer than all that were planned needs more.
     */
    @Override
    public Future<Boolean> raise(ReservedCall reserved, Candidate next) {
        var hold = (CallHold) reserved.hold();
        var worst = hold.worst();
        var needed = worst.at(next, reserved.plan());
        if (needed == null) {
            return Future.succeededFuture(!hold.needsPrices());
        }
        var more = needed.nanos() - hold.money().nanos();
        if (more <= 0 || !hold.isGuarded()) {
            return Future.succeededFuture(true);
        }
        if (hold.isLocal()) {
            return Future.succeededFuture(false);
        }
        return store.run(NodeCalls.raise(hold, deadlineMs(), more))
                .map(reply -> {
                    var raised = "ok".equals(reply.getFirst());
                    if (raised) {
                        hold.raised(needed);
                    }
                    return raised;
                })
                .otherwise(false);
    }

    @Override
    public Future<Boolean> enter(ReservedCall reserved, Candidate candidate) {
        var hold = (CallHold) reserved.hold();
        var rules =
                RuleBook.ofAttempt(
                        candidate.upstream(),
                        candidate.alias(),
                        hold.worst().tokens(),
                        reserved.plan().grant().caller().clientAddress());
        if (rules.isEmpty()) {
            return Future.succeededFuture(true);
        }
        var attempt = UUID.randomUUID();
        return store.run(NodeCalls.take(attempt, deadlineMs(), settings.lease().toMillis(), rules))
                .map(reply -> {
                    var taken = "ok".equals(reply.getFirst());
                    if (taken) {
                        hold.entered(attempt, rules);
                    }
                    return taken;
                })
                .otherwise(_ -> enterLocally(rules));
    }

    private boolean enterLocally(List<Rule> rules) {
        var rates = rules.stream().filter(Rule.Rate.class::isInstance).toList();
        try {
            local.admit(rates);
            return true;
        } catch (GatewayFailure full) {
            return false;
        }
    }
}
