package dev.sluice.dataplane.server;

import dev.sluice.dataplane.call.CachedAnswer;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.Hold;
import dev.sluice.dataplane.call.Outcome;
import dev.sluice.dataplane.call.Progress;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.call.Settlement;
import dev.sluice.dataplane.stage.QuotaReserver;
import dev.sluice.dataplane.stage.ReservationSettler;
import dev.sluice.dataplane.stage.UsageRecorder;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.ReservationFacts;
import dev.sluice.model.usage.UsageEvent;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Books without limits: they admit everything, and remember what was recorded and settled. */
final class TestBooks implements QuotaReserver, ReservationSettler, UsageRecorder {
    private final UsageRecorder journal;
    final List<UsageEvent> events = new CopyOnWriteArrayList<>();
    final List<Outcome> outcomes = new CopyOnWriteArrayList<>();
    final List<GatewayFailure> refusals = new CopyOnWriteArrayList<>();
    final Map<String, GatewayFailure> refusing = new ConcurrentHashMap<>();
    final AtomicInteger held = new AtomicInteger();
    final AtomicInteger raises = new AtomicInteger();

    private record NoLimits() implements Hold {
        @Override
        public ReservationFacts facts() {
            return new ReservationFacts("exact", Money.ZERO, 0, null);
        }

        @Override
        public Money ceiling() {
            return null;
        }
    }

    TestBooks(UsageRecorder journal) {
        this.journal = journal;
    }

    @Override
    public Future<ReservedCall> reserve(RoutePlan plan) {
        var refusal = refusing.get(plan.grant().alias().name());
        if (refusal != null) {
            return Future.failedFuture(refusal);
        }
        held.incrementAndGet();
        return Future.succeededFuture(
                new ReservedCall(
                        plan,
                        new NoLimits(),
                        plan.outputCap(),
                        3,
                        plan.warnings(),
                        Map.of("x-ratelimit-limit-requests", "60"),
                        new Progress()));
    }

    @Override
    public Future<Boolean> raise(ReservedCall reserved, Candidate next) {
        raises.incrementAndGet();
        return Future.succeededFuture(true);
    }

    @Override
    public Future<Boolean> enter(ReservedCall reserved, Candidate candidate) {
        return Future.succeededFuture(true);
    }

    @Override
    public Future<Settlement> recordHit(RoutePlan plan, CachedAnswer answer) {
        return journal.recordHit(plan, answer)
                .onSuccess(settlement -> events.add(settlement.event()));
    }

    @Override
    public Future<Settlement> record(ReservedCall reserved, Outcome outcome) {
        outcomes.add(outcome);
        return journal.record(reserved, outcome)
                .onSuccess(settlement -> events.add(settlement.event()));
    }

    @Override
    public void recordRefusal(Call call, Caller caller, GatewayFailure failure) {
        refusals.add(failure);
        journal.recordRefusal(call, caller, failure);
    }

    @Override
    public void abandon(ReservedCall reserved) {
        held.decrementAndGet();
    }

    @Override
    public Future<Void> settle(ReservedCall reserved, Settlement settlement) {
        held.decrementAndGet();
        return Future.succeededFuture();
    }
}
