package dev.sluice.control.rerating;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.UsageEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** One walk through the calls of a span; what changes is kept call by call and summed by line. */
final class ReRatingRun {
    private static final int FETCH = 1_000;

    /** Calls that were charged by prices; refusals are free, and a hit's price is its policy's. */
    static final String CALLS =
            """
            FROM usage_effective e
            WHERE e.day BETWEEN :firstDay AND :lastDay
              AND e.started_at >= :from AND e.started_at < :to
              AND (cast(:tenant as text) IS NULL OR e.tenant = :tenant)
              AND e.status NOT IN ('rejected', 'cached')
              AND (e.model = :model OR EXISTS (
                    SELECT FROM json_array_elements(e.event -> 'attempts') a
                    WHERE a ->> 'model' = :model))
            """;

    private static final String READ =
            """
            SELECT e.day, e.event_id, e.app, e.business_line, e.alias, e.model, e.used_in, e.currency, e.overrun_nanos, e.event,
                   coalesce((SELECT c.after_nanos
                             FROM re_rated_call c JOIN re_rating r ON r.id = c.re_rating
                             WHERE c.event_id = e.event_id AND r.approved_at IS NOT NULL
                             ORDER BY r.approved_at DESC LIMIT 1), e.cost_nanos) AS before_nanos
            """
                    + CALLS;

    /** Where sums are kept apart. */
    record Place(
            String tenant,
            String app,
            String businessLine,
            String alias,
            String model,
            LocalDate usedIn,
            String currency)
            implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::tenant)
                        .thenComparing(Place::app)
                        .thenComparing(Place::businessLine)
                        .thenComparing(Place::alias)
                        .thenComparing(Place::model)
                        .thenComparing(Place::usedIn)
                        .thenComparing(Place::currency);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** What its calls cost and would cost. */
    record Sum(long calls, long beforeNanos, long afterNanos) {
        Sum plus(Sum other) {
            return new Sum(
                    calls + other.calls,
                    Math.addExact(beforeNanos, other.beforeNanos),
                    Math.addExact(afterNanos, other.afterNanos));
        }
    }

    private final JdbcClient database;
    private final JdbcTemplate batches;
    private final WhatIf whatIf;
    private final UUID id;
    private final Map<Place, Sum> sums = new TreeMap<>();
    private final List<Object[]> changed = new ArrayList<>();
    private long calls;
    private long unrated;

    ReRatingRun(JdbcClient database, JdbcTemplate batches, WhatIf whatIf, UUID id) {
        this.database = database;
        this.batches = batches;
        this.whatIf = whatIf;
        this.id = id;
    }

    static Map<String, Object> span(Instant from, Instant to) {
        // An event's day is that of its id; a call may begin a moment before or after it.
        return Map.of(
                "from", from.atOffset(ZoneOffset.UTC),
                "to", to.atOffset(ZoneOffset.UTC),
                "firstDay", LocalDate.ofInstant(from, ZoneOffset.UTC).minusDays(1),
                "lastDay", LocalDate.ofInstant(to, ZoneOffset.UTC).plusDays(1));
    }

    void walk(String model, @Nullable String tenant, Instant from, Instant to) {
        database.sql(READ)
                .withFetchSize(FETCH)
                .params(span(from, to))
                .param("model", model)
                .param("tenant", tenant)
                .query(this::take);
        keepChanged();
    }

    private void take(ResultSet row) throws SQLException {
        calls++;
        var event = SluiceJson.mapper().readValue(row.getString("event"), UsageEvent.class);
        var after = whatIf.cost(event, row.getLong("overrun_nanos"));
        if (after.isEmpty()) {
            unrated++;
            return;
        }
        var before = row.getLong("before_nanos");
        if (after.getAsLong() == before) {
            return;
        }
        sums.merge(
                new Place(
                        event.tenant(),
                        row.getString("app"),
                        row.getString("business_line"),
                        row.getString("alias"),
                        row.getString("model"),
                        row.getObject("used_in", LocalDate.class),
                        row.getString("currency")),
                new Sum(1, before, after.getAsLong()),
                Sum::plus);
        changed.add(
                new Object[] {
                    id,
                    row.getObject("day", LocalDate.class),
                    row.getObject("event_id", UUID.class),
                    before,
                    after.getAsLong()
                });
        if (changed.size() == FETCH) {
            keepChanged();
        }
    }

    private void keepChanged() {
        batches.batchUpdate(
                """
                INSERT INTO re_rated_call (re_rating, day, event_id, before_nanos, after_nanos)
                VALUES (?, ?, ?, ?, ?)
                """,
                changed);
        changed.clear();
    }

    Map<Place, Sum> sums() {
        return sums;
    }

    long calls() {
        return calls;
    }

    long unrated() {
        return unrated;
    }
}
