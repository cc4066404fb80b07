package dev.sluice.control.metering;

import dev.sluice.control.metering.ReadRecord.Poisoned;
import dev.sluice.control.metering.ReadRecord.Sound;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.Attempt;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Reads a record of the usage topic and refuses what no honest node can have sent. */
final class UsageRecordReader {
    /**
     * A billion units of a currency, for one call: what the most tokens that an event can hold come
     * to at a thousand units per million.
     */
    private static final long MOST_NANOS = 1_000_000_000_000_000_000L;

    private static final Instant EARLIEST = Instant.parse("2024-01-01T00:00:00Z");
    private static final Duration CLOCKS_APART = Duration.ofDays(1);

    private final InstantSource clock;

    UsageRecordReader(InstantSource clock) {
        this.clock = clock;
    }

    ReadRecord read(byte @Nullable [] payload) {
        if (payload == null || payload.length == 0) {
            return new Poisoned("empty", "the record has no value");
        }
        // Bytes that are not UTF-8 become U+FFFD: one odd character must not cost the whole event.
        var json = StorableText.json(new String(payload, StandardCharsets.UTF_8));
        UsageEvent event;
        try {
            event = SluiceJson.mapper().readValue(json, UsageEvent.class);
        } catch (JacksonException | IllegalArgumentException unreadable) {
            return new Poisoned("unreadable", String.valueOf(unreadable.getMessage()));
        }
        if (event == null) {
            return new Poisoned("unreadable", "the record is the JSON value null");
        }
        var fault = faultOf(event);
        return fault != null ? fault : new Sound(event, json);
    }

    private @Nullable Poisoned faultOf(UsageEvent event) {
        if (event.v() != UsageEvent.VERSION) {
            return new Poisoned("version", "form " + event.v() + " is not " + UsageEvent.VERSION);
        }
        var missing = firstMissing(event);
        if (missing != null) {
            return new Poisoned("incomplete", missing + " is absent");
        }
        if (event.eventId().version() != 7) {
            return new Poisoned("event-id", event.eventId() + " is not a version 7 UUID");
        }
        var at = Uuid7.instantOf(event.eventId());
        if (at.isBefore(EARLIEST) || at.isAfter(clock.instant().plus(CLOCKS_APART))) {
            return new Poisoned("event-id", event.eventId() + " carries the time " + at);
        }
        // The day of the id is where roll-ups of the day on which it began look for a call.
        if (Duration.between(at, event.startedAt()).abs().compareTo(CLOCKS_APART) > 0) {
            return new Poisoned(
                    "started-at", "began at " + event.startedAt() + ", its id is of " + at);
        }
        return amountFault(event);
    }

    @SuppressWarnings("NullAway") // JSON may lack what the type promises: that is the question here
    private static @Nullable String firstMissing(UsageEvent event) {
        var names =
                new String[] {
                    "eventId",
                    "requestId",
                    "traceId",
                    "node",
                    "status",
                    "tenant",
                    "app",
                    "key",
                    "alias",
                    "tokens",
                    "cost",
                    "providerCost",
                    "currency",
                    "startedAt"
                };
        var values =
                new Object[] {
                    event.eventId(), event.requestId(), event.traceId(), event.node(),
                    event.status(), event.tenant(), event.app(), event.key(),
                    event.alias(), event.tokens(), event.cost(), event.providerCost(),
                    event.currency(), event.startedAt()
                };
        for (int i = 0; i < names.length; i++) {
            if (values[i] == null) {
                return names[i];
            }
        }
        for (var attempt : event.attempts()) {
            if (attempt.upstream() == null
                    || attempt.model() == null
                    || attempt.tokens() == null
                    || attempt.cost() == null
                    || attempt.providerCost() == null) {
                return "a part of an attempt";
            }
        }
        return null;
    }

    private static @Nullable Poisoned amountFault(UsageEvent event) {
        var costs = event.attempts().stream().map(Attempt::providerCost).toList();
        if (isNonsense(event.cost().nanos())
                || isNonsense(event.providerCost().nanos())
                || costs.stream().anyMatch(cost -> isNonsense(cost.nanos()))) {
            return new Poisoned("amount", "cost " + event.cost() + " of " + event.providerCost());
        }
        if (event.status() == UsageStatus.REJECTED && event.cost().nanos() != 0) {
            return new Poisoned("amount", "a rejected call costs " + event.cost());
        }
        if (event.totalMs() < 0 || event.gatewayMs() < 0) {
            return new Poisoned("amount", "a time is negative");
        }
        return null;
    }

    private static boolean isNonsense(long nanos) {
        return nanos < 0 || nanos > MOST_NANOS;
    }
}
