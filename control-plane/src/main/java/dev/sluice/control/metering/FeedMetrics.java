package dev.sluice.control.metering;

import dev.sluice.control.ledger.Booked;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** What the feed of the ledger tells those who watch it; poison and disagreement raise alarms. */
public final class FeedMetrics {
    private final MeterRegistry meters;
    private final AtomicLong lagRecords;
    private final AtomicLong failing;
    private final Timer delay;

    public FeedMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.lagRecords = meters.gauge("sluice.ledger.lag.records", new AtomicLong());
        this.failing = meters.gauge("sluice.ledger.failing", new AtomicLong());
        this.delay =
                Timer.builder("sluice.ledger.delay")
                        .description("From Kafka's time of an event to its commit")
                        .register(meters);
    }

    public void booked(Booked booked) {
        outcome("booked").increment((double) booked.booked());
        outcome("adjusted").increment((double) booked.adjusted());
        outcome("duplicate").increment((double) booked.duplicates());
        meters.counter("sluice.ledger.cost.disagreements")
                .increment((double) booked.disagreements());
        meters.counter("sluice.ledger.overrun.nanos").increment((double) booked.overrunNanos());
    }

    private Counter outcome(String outcome) {
        return meters.counter("sluice.ledger.events", "outcome", outcome);
    }

    void poisoned(String topic, String reason) {
        meters.counter("sluice.poison.records", "topic", topic, "reason", reason).increment();
    }

    void delayed(Duration sinceKafka) {
        delay.record(sinceKafka);
    }

    void lag(long records) {
        lagRecords.set(records);
    }

    /** 1 while PostgreSQL or Kafka keeps the feed from going on. */
    void failing(boolean now) {
        failing.set(now ? 1 : 0);
    }
}
