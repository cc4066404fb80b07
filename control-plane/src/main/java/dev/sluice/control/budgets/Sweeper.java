package dev.sluice.control.budgets;

import dev.sluice.control.ledger.FeedPosition;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.ledger.Origin;
import dev.sluice.control.ledger.PoisonRecord;
import dev.sluice.control.ledger.UsageEntry;
import dev.sluice.control.metering.FeedMetrics;
import dev.sluice.control.metering.Rater;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.quota.ScriptCall;
import dev.sluice.model.quota.SweptReservation;
import dev.sluice.model.usage.UsageEvent;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Books the calls whose node is gone. Redis closes what has run out of its lease and lists it; the
 * ledger books it; only then Redis forgets it. A sweeper that dies in between leaves the list to
 * the next one, and the ledger books an event once.
 */
final class Sweeper {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
    private static final int MOST = 200;

    private final SharedStore store;
    private final Ledger ledger;
    private final Rater rater;
    private final FeedMetrics metrics;
    private final Duration grace;

    /**
     * @param grace how long a lease has to be over
     */
    Sweeper(SharedStore store, Ledger ledger, Rater rater, FeedMetrics metrics, Duration grace) {
        this.store = store;
        this.ledger = ledger;
        this.rater = rater;
        this.metrics = metrics;
        this.grace = grace;
    }

    /** Sweeps a tenant until nothing is left that is due. */
    void sweep(String tenant) throws SQLException {
        List<SweptReservation> swept;
        do {
            swept = SweptReservation.listOf(store.list(ScriptCall.sweep(tenant, MOST, grace)));
            if (!swept.isEmpty()) {
                book(swept);
                var ids = swept.stream().map(SweptReservation::id).toList();
                store.number(ScriptCall.forget(tenant, ids));
            }
        } while (swept.size() == MOST);
    }

    private void book(List<SweptReservation> swept) throws SQLException {
        var entries = new ArrayList<UsageEntry>();
        var poison = new ArrayList<PoisonRecord>();
        var reasons = ledger.reasonsSetAside(swept.stream().map(SweptReservation::id).toList());
        for (var reservation : swept) {
            try {
                var event = told(reservation.event(), reasons);
                var json = SluiceJson.mapper().writeValueAsString(event);
                entries.add(new UsageEntry(event, json, rater.rate(event), Origin.SWEEP));
            } catch (JacksonException | IllegalArgumentException | NullPointerException odd) {
                poison.add(poison(reservation.id(), reservation.facts(), odd));
            }
        }
        metrics.booked(ledger.book(new FeedStep(entries, poison, List.of())));
        LOG.info("booked {} abandoned calls, set {} aside", entries.size(), poison.size());
    }

    /** The event of a call, saying so if the node's own was set aside. */
    static UsageEvent told(UsageEvent event, Map<UUID, String> reasonsSetAside) {
        var reason = reasonsSetAside.get(event.eventId());
        if (reason == null) {
            return event;
        }
        LOG.error(
                "the event of call {} was set aside ({}): it is booked as abandoned instead",
                event.eventId(),
                reason);
        return event.extended(Map.of("event-set-aside", reason));
    }

    static PoisonRecord poison(UUID id, String facts, Exception odd) {
        LOG.error("the facts of reservation {} cannot be read", id, odd);
        return PoisonRecord.at(
                new FeedPosition("redis:reservations", 0, id.toString(), 0),
                "unreadable",
                String.valueOf(odd.getMessage()),
                id,
                facts.getBytes(StandardCharsets.UTF_8));
    }
}
