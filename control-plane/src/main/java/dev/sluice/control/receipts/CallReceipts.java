package dev.sluice.control.receipts;

import dev.sluice.control.metering.Rater;
import dev.sluice.control.receipts.Receipt.Charged;
import dev.sluice.control.receipts.Receipt.Hold;
import dev.sluice.control.receipts.Receipt.ReRated;
import dev.sluice.control.receipts.Receipt.Try;
import dev.sluice.control.reports.UsageItem;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Charge;
import dev.sluice.model.usage.Attempt;
import dev.sluice.model.usage.UsageEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Tells a call's story from its entry, and from the prices that it was rated by. */
@Service
public class CallReceipts {
    private static final String ENTRY =
            """
            SELECT coalesce(a.event, e.event) AS event, a.event IS NOT NULL AS adjusted,
                   CASE WHEN a.event IS NULL THEN e.cost_agrees ELSE a.cost_agrees END AS agrees,
                   coalesce(a.overrun_nanos, e.overrun_nanos) AS overrun_nanos,
                   coalesce(a.used_in, e.used_in) AS used_in,
                   coalesce(a.billed_in, e.billed_in) AS billed_in
            FROM usage_entry e
            LEFT JOIN usage_adjustment a ON a.day = e.day AND a.event_id = e.event_id
            WHERE e.day = ? AND e.event_id = ?
            """;

    private final JdbcClient database;
    private final Rater rater;
    private final AccessGuard guard;

    CallReceipts(JdbcClient database, Rater rater, AccessGuard guard) {
        this.database = database;
        this.rater = rater;
        this.guard = guard;
    }

    private record Entry(
            UsageEvent event,
            boolean adjusted,
            @Nullable Boolean agrees,
            Money overrun,
            YearMonth usedIn,
            YearMonth billedIn) {}

    /** Of a call of a tenant that the person may see. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public Receipt of(UUID eventId) {
        var entry =
                find(eventId)
                        .filter(it -> guard.maySee(it.event().tenant()))
                        .orElseThrow(() -> Refusal.notFound("call '" + eventId + "'"));
        var event = entry.event();
        var rated = rater.lines(event);
        return new Receipt(
                UsageItem.of(event, entry.adjusted(), entry.agrees()),
                Reason.of(event),
                tries(event, rated.orElse(List.of())),
                hold(event),
                new Charged(
                        event.cost(),
                        event.currency(),
                        event.providerCost(),
                        event.providerCurrency(),
                        event.terms(),
                        entry.overrun(),
                        rated.isPresent(),
                        entry.usedIn(),
                        entry.billedIn(),
                        reRatings(eventId)));
    }

    private Optional<Entry> find(UUID eventId) {
        if (eventId.version() != 7) {
            return Optional.empty();
        }
        return database.sql(ENTRY)
                .params(Uuid7.dayOf(eventId), eventId)
                .query((row, n) -> entry(row))
                .optional();
    }

    private static Entry entry(ResultSet row) throws SQLException {
        var agrees = row.getBoolean("agrees");
        var isKnown = !row.wasNull();
        return new Entry(
                SluiceJson.mapper().readValue(row.getString("event"), UsageEvent.class),
                row.getBoolean("adjusted"),
                isKnown ? agrees : null,
                new Money(row.getLong("overrun_nanos")),
                YearMonth.from(row.getObject("used_in", LocalDate.class)),
                YearMonth.from(row.getObject("billed_in", LocalDate.class)));
    }

    private static @Nullable Hold hold(UsageEvent event) {
        var held = event.reservation();
        return held == null || held.refusedBy() != null
                ? null
                : new Hold(
                        held.mode(),
                        held.heldMoney(),
                        event.currency(),
                        held.heldTokens(),
                        held.expectedOutput());
    }

    private static List<Try> tries(UsageEvent event, List<Rater.RatedTry> rated) {
        var byPlace =
                rated.stream()
                        .collect(Collectors.toMap(Rater.RatedTry::attempt, Function.identity()));
        if (event.attempts().isEmpty()) {
            return rated.stream().map(it -> whole(event, it)).toList();
        }
        var tries = new ArrayList<Try>();
        for (int i = 0; i < event.attempts().size(); i++) {
            var priced = byPlace.get(i);
            tries.add(of(i + 1, event.attempts().get(i), priced == null ? null : priced.charge()));
        }
        return tries;
    }

    private static Try of(int number, Attempt attempt, @Nullable Charge charge) {
        return new Try(
                number,
                attempt.model(),
                attempt.upstream(),
                attempt.instance(),
                attempt.errorCode() == null ? "answered" : "failed",
                attempt.httpStatus(),
                attempt.errorCode(),
                attempt.tokens(),
                attempt.cost(),
                attempt.providerCost(),
                attempt.startedAt(),
                attempt.firstTokenMs(),
                attempt.totalMs(),
                charge);
    }

    /** What a sweep booked has no attempts of its own. */
    private static Try whole(UsageEvent event, Rater.RatedTry rated) {
        return new Try(
                1,
                rated.model(),
                rated.upstream(),
                event.instance(),
                event.errorCode() == null ? "answered" : "failed",
                null,
                event.errorCode(),
                rated.tokens(),
                event.cost(),
                event.providerCost(),
                null,
                event.firstTokenMs(),
                null,
                rated.charge());
    }

    private List<ReRated> reRatings(UUID eventId) {
        return database.sql(
                        """
                        SELECT c.re_rating, c.before_nanos, c.after_nanos, r.approved_at
                        FROM re_rated_call c JOIN re_rating r ON r.id = c.re_rating
                        WHERE c.event_id = ? AND r.approved_at IS NOT NULL
                        ORDER BY r.approved_at
                        """)
                .param(eventId)
                .query((row, n) ->
                        new ReRated(
                                row.getObject("re_rating", UUID.class),
                                new Money(row.getLong("before_nanos")),
                                new Money(row.getLong("after_nanos")),
                                row.getObject("approved_at", OffsetDateTime.class).toInstant()))
                .list();
    }
}
