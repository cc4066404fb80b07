package dev.sluice.control.rerating;

import dev.sluice.control.rerating.ReRating.Line;
import dev.sluice.control.rerating.ReRating.Total;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Price;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;

/** Re-ratings as they are kept; the caller brings the transaction. */
@Component
class ReRatingStore {
    private static final String HOLD_APPROVALS =
            "SELECT pg_advisory_xact_lock_shared(hashtext('sluice.re-rating'))";

    private static final String KEEP_OUT =
            "SELECT pg_advisory_xact_lock(hashtext('sluice.re-rating'))";

    private static final TypeReference<List<Price>> PRICES = new TypeReference<>() {};

    private final JdbcClient database;

    ReRatingStore(JdbcClient database) {
        this.database = database;
    }

    void insert(ReRating made) {
        database.sql(
                        """
                        INSERT INTO re_rating
                            (id, model, tenant, from_at, to_at, prices, reason, calls, unrated,
                             made_at, made_by)
                        VALUES (:id, :model, :tenant, :from, :to, :prices, :reason, 0, 0, :at, :by)
                        """)
                .param("id", made.id())
                .param("model", made.model())
                .param("tenant", made.tenant())
                .param("from", made.from().atOffset(ZoneOffset.UTC))
                .param("to", made.to().atOffset(ZoneOffset.UTC))
                .param("prices", SluiceJson.mapper().writeValueAsString(made.prices()))
                .param("reason", made.reason())
                .param("at", made.madeAt().atOffset(ZoneOffset.UTC))
                .param("by", made.madeBy())
                .update();
    }

    void finish(UUID id, ReRatingRun run) {
        database.sql("UPDATE re_rating SET calls = ?, unrated = ? WHERE id = ?")
                .params(run.calls(), run.unrated(), id)
                .update();
        int line = 0;
        for (var sum : run.sums().entrySet()) {
            var place = sum.getKey();
            database.sql(
                            """
                            INSERT INTO re_rating_line
                                (re_rating, line, tenant, app, business_line, alias, model, used_in,
                                 currency, calls, before_nanos, after_nanos)
                            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                            """)
                    .params(
                            id,
                            ++line,
                            place.tenant(),
                            place.app(),
                            place.businessLine(),
                            place.alias(),
                            place.model(),
                            place.usedIn(),
                            place.currency(),
                            sum.getValue().calls(),
                            sum.getValue().beforeNanos(),
                            sum.getValue().afterNanos())
                    .update();
        }
    }

    /** Until the transaction ends nothing is approved: what is made sees all that was. */
    void holdApprovals() {
        database.sql(HOLD_APPROVALS).query((row, n) -> true).single();
    }

    /** Nothing is made or approved by others until the transaction ends. */
    Optional<ReRating> lock(UUID id) {
        database.sql(KEEP_OUT).query((row, n) -> true).single();
        return find(id);
    }

    Optional<ReRating> find(UUID id) {
        return database.sql("SELECT * FROM re_rating WHERE id = ?")
                .param(id)
                .query((row, n) -> {
                    var lines = lines(id);
                    return read(row, lines, totals(lines));
                })
                .optional();
    }

    /** Newest first, with their sums and without their lines. */
    List<ReRating> list(int most) {
        var sums = sums(most);
        return database.sql("SELECT * FROM re_rating ORDER BY id DESC LIMIT ?")
                .param(most)
                .query((row, n) ->
                        read(
                                row,
                                List.of(),
                                sums.getOrDefault(row.getObject("id", UUID.class), List.of())))
                .list();
    }

    private Map<UUID, List<Total>> sums(int most) {
        var sums = new HashMap<UUID, List<Total>>();
        database.sql(
                        """
                        SELECT re_rating, currency, sum(calls) AS calls,
                               sum(before_nanos) AS before_nanos, sum(after_nanos) AS after_nanos
                        FROM re_rating_line
                        WHERE re_rating IN (SELECT id FROM re_rating ORDER BY id DESC LIMIT ?)
                        GROUP BY re_rating, currency ORDER BY re_rating, currency
                        """)
                .param(most)
                .query(row -> {
                    var before = new Money(row.getLong("before_nanos"));
                    var after = new Money(row.getLong("after_nanos"));
                    sums.computeIfAbsent(
                                    row.getObject("re_rating", UUID.class), id -> new ArrayList<>())
                            .add(
                                    new Total(
                                            row.getString("currency"),
                                            row.getLong("calls"),
                                            before,
                                            after,
                                            after.minus(before)));
                });
        return sums;
    }

    void approve(UUID id, Instant at, String by) {
        database.sql("UPDATE re_rating SET approved_at = ?, approved_by = ? WHERE id = ?")
                .params(at.atOffset(ZoneOffset.UTC), by, id)
                .update();
    }

    /** Whether a call of it was re-rated or corrected by something else since it was made. */
    boolean isOutdated(ReRating made) {
        return database.sql(
                        """
                        SELECT EXISTS (
                            SELECT FROM re_rated_call mine
                            JOIN re_rated_call other ON other.event_id = mine.event_id
                            JOIN re_rating r ON r.id = other.re_rating
                            WHERE mine.re_rating = :id AND r.id <> :id AND r.approved_at > :madeAt)
                        OR EXISTS (
                            SELECT FROM re_rated_call mine
                            JOIN usage_adjustment a
                              ON a.day = mine.day AND a.event_id = mine.event_id
                            WHERE mine.re_rating = :id AND a.booked_at > :madeAt)
                        """)
                .param("id", made.id())
                .param("madeAt", made.madeAt().atOffset(ZoneOffset.UTC))
                .query(Boolean.class)
                .single();
    }

    private List<Line> lines(UUID id) {
        return database.sql("SELECT * FROM re_rating_line WHERE re_rating = ? ORDER BY line")
                .param(id)
                .query((row, n) -> {
                    var before = new Money(row.getLong("before_nanos"));
                    var after = new Money(row.getLong("after_nanos"));
                    return new Line(
                            row.getString("tenant"),
                            row.getString("app"),
                            row.getString("business_line").isEmpty()
                                    ? null
                                    : row.getString("business_line"),
                            row.getString("alias"),
                            row.getString("model"),
                            YearMonth.from(row.getObject("used_in", LocalDate.class)),
                            row.getString("currency"),
                            row.getLong("calls"),
                            before,
                            after,
                            after.minus(before));
                })
                .list();
    }

    private static List<Total> totals(List<Line> lines) {
        Map<String, Total> totals = new TreeMap<>();
        for (var line : lines) {
            totals.merge(
                    line.currency(),
                    new Total(
                            line.currency(),
                            line.calls(),
                            line.before(),
                            line.after(),
                            line.difference()),
                    (sum, it) ->
                            new Total(
                                    sum.currency(),
                                    sum.calls() + it.calls(),
                                    sum.before().plus(it.before()),
                                    sum.after().plus(it.after()),
                                    sum.difference().plus(it.difference())));
        }
        return List.copyOf(totals.values());
    }

    private static ReRating read(ResultSet row, List<Line> lines, List<Total> totals)
            throws SQLException {
        var approvedAt = at(row, "approved_at");
        return new ReRating(
                row.getObject("id", UUID.class),
                approvedAt == null ? "proposed" : "approved",
                row.getString("model"),
                row.getString("tenant"),
                row.getObject("from_at", OffsetDateTime.class).toInstant(),
                row.getObject("to_at", OffsetDateTime.class).toInstant(),
                SluiceJson.mapper().readValue(row.getString("prices"), PRICES),
                row.getString("reason"),
                row.getLong("calls"),
                row.getLong("unrated"),
                lines,
                totals,
                row.getObject("made_at", OffsetDateTime.class).toInstant(),
                row.getString("made_by"),
                approvedAt,
                row.getString("approved_by"));
    }

    private static @Nullable Instant at(ResultSet row, String column) throws SQLException {
        var at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toInstant();
    }
}
