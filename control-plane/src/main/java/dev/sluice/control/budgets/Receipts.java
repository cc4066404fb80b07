package dev.sluice.control.budgets;

import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.ledger.Origin;
import dev.sluice.control.ledger.PoisonRecord;
import dev.sluice.control.ledger.UsageEntry;
import dev.sluice.control.metering.FeedMetrics;
import dev.sluice.control.metering.Rater;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.HeldCall;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.ScriptCall;
import dev.sluice.model.usage.UsageEvent;
import io.lettuce.core.ScoredValue;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Holds the receipts that settling leaves against the ledger. Those of booked calls are struck out;
 * a call whose event never came, as its node and its journal are lost, is booked from the receipt.
 */
final class Receipts {
    private static final Logger LOG = LoggerFactory.getLogger(Receipts.class);
    private static final int MOST = 1000;

    /** Events need a moment from the settle to the ledger; sooner is asking in vain. */
    private static final Duration FRESH = Duration.ofSeconds(2);

    private final SharedStore store;
    private final RecentlyBooked booked;
    private final Ledger ledger;
    private final Rater rater;
    private final FeedMetrics metrics;
    private final BooleanSupplier feedIsWhole;
    private final InstantSource clock;
    private final Duration overdue;

    /**
     * @param feedIsWhole whether everything that reached Kafka is in the ledger
     * @param overdue how long an event may take
     */
    Receipts(
            SharedStore store,
            RecentlyBooked booked,
            Ledger ledger,
            Rater rater,
            FeedMetrics metrics,
            BooleanSupplier feedIsWhole,
            InstantSource clock,
            Duration overdue) {
        this.store = store;
        this.booked = booked;
        this.ledger = ledger;
        this.rater = rater;
        this.metrics = metrics;
        this.feedIsWhole = feedIsWhole;
        this.clock = clock;
        this.overdue = overdue;
    }

    /** Goes through a tenant's receipts, oldest first, as long as whole batches are struck out. */
    void reconcile(String tenant) throws SQLException {
        List<ScoredValue<String>> receipts;
        int struckOut;
        do {
            var now = clock.instant();
            receipts =
                    store.oldest(RedisKeys.settled(tenant), now.minus(FRESH).toEpochMilli(), MOST);
            var ids = receipts.stream().map(it -> UUID.fromString(it.getValue())).toList();
            var known = booked.among(ids);
            strikeOut(tenant, List.copyOf(known));
            struckOut = known.size();
            if (known.size() < ids.size()) {
                bookOverdue(tenant, receipts, id -> !known.contains(id), now);
            }
        } while (struckOut == MOST);
    }

    private void strikeOut(String tenant, List<UUID> ids) {
        if (!ids.isEmpty()) {
            store.number(ScriptCall.forgetReceipts(tenant, ids));
        }
    }

    private void bookOverdue(
            String tenant,
            List<ScoredValue<String>> receipts,
            Predicate<UUID> isMissing,
            Instant now)
            throws SQLException {
        var latest = now.minus(overdue).toEpochMilli();
        var ids =
                receipts.stream()
                        .filter(receipt -> receipt.getScore() <= latest)
                        .map(receipt -> UUID.fromString(receipt.getValue()))
                        .filter(isMissing)
                        .toList();
        if (ids.isEmpty() || !feedIsWhole.getAsBoolean()) {
            return;
        }
        var records = store.hashes(ids.stream().map(id -> RedisKeys.record(tenant, id)).toList());
        var entries = new ArrayList<UsageEntry>();
        var poison = new ArrayList<PoisonRecord>();
        var reasons = ledger.reasonsSetAside(ids);
        for (int i = 0; i < ids.size(); i++) {
            var facts = records.get(i).get("facts");
            if (facts == null) {
                continue; // It expired meanwhile.
            }
            try {
                var event = eventOf(ids.get(i), facts, records.get(i), now);
                entries.add(entry(Sweeper.told(event, reasons)));
            } catch (JacksonException | IllegalArgumentException | NullPointerException odd) {
                poison.add(Sweeper.poison(ids.get(i), facts, odd));
            }
        }
        metrics.booked(ledger.book(new FeedStep(entries, poison, List.of())));
        strikeOut(tenant, ids);
        LOG.warn(
                "booked {} calls of {} from receipts: their events never came or were set aside",
                entries.size(),
                tenant);
    }

    private UsageEntry entry(UsageEvent event) {
        var json = SluiceJson.mapper().writeValueAsString(event);
        return new UsageEntry(event, json, rater.rate(event), Origin.RECEIPT);
    }

    private static UsageEvent eventOf(
            UUID id, String facts, Map<String, String> record, Instant at) {
        var call = SluiceJson.mapper().readValue(facts, HeldCall.class);
        var money = new Money(Long.parseLong(record.getOrDefault("money", "0")));
        var tokens = Long.parseLong(record.getOrDefault("tokens", "0"));
        var output = Math.max(0, tokens - call.inputTokens());
        return call.abandoned(id, money, tokens, output, at);
    }
}
