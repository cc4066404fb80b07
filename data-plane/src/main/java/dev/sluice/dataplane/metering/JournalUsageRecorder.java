package dev.sluice.dataplane.metering;

import dev.sluice.dataplane.call.CachedAnswer;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.Outcome;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.call.Settlement;
import dev.sluice.dataplane.stage.AdmissionLog;
import dev.sluice.dataplane.stage.UsageRecorder;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.HeldCall;
import dev.sluice.model.usage.UsageEvent;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stage 9 over the journal: an event is safe once the journal's writer says so. */
public final class JournalUsageRecorder implements UsageRecorder, AdmissionLog, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(JournalUsageRecorder.class);

    private final Vertx vertx;
    private final Journal journal;
    private final UsagePricer pricer;
    private final RefusalFolder refusals;
    private final long timer;

    public JournalUsageRecorder(Vertx vertx, Journal journal, String node, InstantSource clock) {
        this.vertx = vertx;
        this.journal = journal;
        this.pricer = new UsagePricer(node);
        this.refusals = new RefusalFolder(clock, this::append);
        this.timer = vertx.setPeriodic(1_000, _ -> refusals.flush());
        bookAbandoned(clock);
    }

    /** Calls that an earlier process had admitted by itself and took down with it. */
    private void bookAbandoned(InstantSource clock) {
        for (var admission : journal.abandoned()) {
            var json = new String(admission.json(), StandardCharsets.UTF_8);
            var held = SluiceJson.read(json, HeldCall.class);
            append(held.abandoned(admission.id(), Money.ZERO, 0, 0, clock.instant()));
        }
    }

    @Override
    public Future<Settlement> record(ReservedCall reserved, Outcome outcome) {
        return record(() -> pricer.price(reserved, outcome));
    }

    @Override
    public Future<Settlement> recordHit(RoutePlan plan, CachedAnswer answer) {
        return record(() -> pricer.hit(plan, answer));
    }

    private Future<Settlement> record(Supplier<UsageEvent> priced) {
        Promise<Settlement> done = Promise.promise();
        var context = vertx.getOrCreateContext();
        UsageEvent event;
        try {
            event = priced.get();
        } catch (RuntimeException bug) {
            return Future.failedFuture(bug);
        }
        journal.append(
                JournalRecord.EVENT,
                event.eventId(),
                () -> json(event),
                failure ->
                        context.runOnContext(_ -> {
                            if (failure == null) {
                                done.complete(new Settlement(event));
                            } else {
                                done.fail(failure);
                            }
                        }));
        return done.future();
    }

    @Override
    public void recordRefusal(Call call, Caller caller, GatewayFailure failure) {
        refusals.add(pricer.refusal(call, caller, failure));
    }

    @Override
    public boolean isFull() {
        return journal.isFull();
    }

    @Override
    public Future<Void> recordAdmission(UUID id, HeldCall held) {
        Promise<Void> done = Promise.promise();
        var context = vertx.getOrCreateContext();
        journal.append(
                JournalRecord.ADMISSION,
                id,
                () -> json(held),
                failure ->
                        context.runOnContext(_ -> {
                            if (failure == null) {
                                done.complete();
                            } else {
                                done.fail(failure);
                            }
                        }));
        return done.future();
    }

    private void append(UsageEvent event) {
        journal.append(
                JournalRecord.EVENT,
                event.eventId(),
                () -> json(event),
                failure -> {
                    if (failure != null) {
                        log.error("event {} is not in the journal", event.eventId(), failure);
                    }
                });
    }

    private static byte[] json(Object value) {
        return SluiceJson.mapper().writeValueAsBytes(value);
    }

    @Override
    public void close() {
        vertx.cancelTimer(timer);
        refusals.flush();
    }
}
