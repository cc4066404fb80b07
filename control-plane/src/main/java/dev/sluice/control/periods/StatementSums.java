package dev.sluice.control.periods;

import dev.sluice.control.adjustments.Adjustment;
import dev.sluice.control.adjustments.AdjustmentBook;
import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.calendar.TenantClock;
import dev.sluice.control.periods.Statement.Correction;
import dev.sluice.control.periods.Statement.Line;
import dev.sluice.control.periods.Statement.Tokens;
import dev.sluice.control.periods.Statement.Total;
import dev.sluice.model.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Sums up what a month bears, from the roll-ups and the adjustments. */
@Component
class StatementSums {
    private static final String SUMS =
            """
            SELECT used_in, app, business_line, alias, model, currency,
                   sum(requests) AS requests,
                   sum(tokens_input) AS tokens_input,
                   sum(tokens_cached_input) AS tokens_cached_input,
                   sum(tokens_cache_write) AS tokens_cache_write,
                   sum(tokens_output) AS tokens_output,
                   sum(tokens_reasoning) AS tokens_reasoning,
                   sum(tokens_audio_input) AS tokens_audio_input,
                   sum(tokens_audio_output) AS tokens_audio_output,
                   sum(cost_nanos) AS cost_nanos
            FROM usage_day
            WHERE tenant = ? AND billed_in = ?
            GROUP BY used_in, app, business_line, alias, model, currency
            HAVING sum(requests) <> 0 OR sum(cost_nanos) <> 0 OR sum(tokens_input) <> 0
                OR sum(tokens_output) <> 0
            ORDER BY used_in, app COLLATE "C", business_line COLLATE "C", alias COLLATE "C",
                     model COLLATE "C", currency COLLATE "C"
            """;

    private record Sum(YearMonth usedIn, Line line) {}

    private final JdbcClient database;
    private final AdjustmentBook adjustments;
    private final TenantCalendar calendar;

    StatementSums(JdbcClient database, AdjustmentBook adjustments, TenantCalendar calendar) {
        this.database = database;
        this.adjustments = adjustments;
        this.calendar = calendar;
    }

    /** As the books stand; final where somebody closes the month by it. */
    @Transactional(propagation = Propagation.MANDATORY)
    Statement of(
            String tenant, YearMonth month, @Nullable Instant closedAt, @Nullable String closedBy) {
        var clock = calendar.clocks().of(tenant);
        var sums =
                database.sql(SUMS)
                        .params(tenant, BillingPeriod.columnOf(month))
                        .query((row, n) -> sum(row))
                        .list();
        var lines = sums.stream().filter(it -> it.usedIn().equals(month)).map(Sum::line).toList();
        var corrections = new ArrayList<Correction>();
        sums.stream()
                .filter(it -> !it.usedIn().equals(month))
                .forEach(it -> corrections.add(late(it)));
        adjustments.borneBy(tenant, month).forEach(it -> corrections.add(correction(it)));
        return statement(clock, tenant, month, closedAt, closedBy, lines, corrections);
    }

    private static Statement statement(
            TenantClock clock,
            String tenant,
            YearMonth month,
            @Nullable Instant closedAt,
            @Nullable String closedBy,
            List<Line> lines,
            List<Correction> corrections) {
        var period = clock.period(month);
        return new Statement(
                Statement.VERSION,
                tenant,
                month,
                clock.zone(),
                period.start(),
                period.end(),
                closedAt != null,
                closedAt,
                closedBy,
                lines,
                corrections,
                totals(lines, corrections));
    }

    private static List<Total> totals(List<Line> lines, List<Correction> corrections) {
        Map<String, Total> totals = new TreeMap<>();
        for (var line : lines) {
            add(
                    totals,
                    new Total(
                            line.currency(),
                            line.requests(),
                            line.tokens(),
                            line.cost(),
                            Money.ZERO,
                            line.cost()));
        }
        for (var correction : corrections) {
            add(
                    totals,
                    new Total(
                            correction.currency(),
                            correction.requests(),
                            correction.tokens(),
                            Money.ZERO,
                            correction.cost(),
                            correction.cost()));
        }
        return List.copyOf(totals.values());
    }

    private static void add(Map<String, Total> totals, Total more) {
        totals.merge(
                more.currency(),
                more,
                (sum, it) ->
                        new Total(
                                sum.currency(),
                                sum.requests() + it.requests(),
                                sum.tokens().plus(it.tokens()),
                                sum.usage().plus(it.usage()),
                                sum.adjustments().plus(it.adjustments()),
                                sum.amount().plus(it.amount())));
    }

    private static Correction late(Sum sum) {
        var line = sum.line();
        return new Correction(
                "late-usage",
                sum.usedIn(),
                line.app(),
                line.businessLine(),
                line.alias(),
                line.model(),
                line.requests(),
                line.tokens(),
                line.cost(),
                line.currency(),
                null,
                null);
    }

    private static Correction correction(Adjustment adjustment) {
        return new Correction(
                adjustment.kind().text(),
                adjustment.usedIn(),
                adjustment.app(),
                null,
                null,
                adjustment.model(),
                0,
                Tokens.NONE,
                adjustment.amount(),
                adjustment.currency(),
                adjustment.reason(),
                adjustment.reference());
    }

    private static Sum sum(ResultSet row) throws SQLException {
        return new Sum(
                YearMonth.from(row.getObject("used_in", LocalDate.class)),
                new Line(
                        row.getString("app"),
                        orNull(row.getString("business_line")),
                        row.getString("alias"),
                        orNull(row.getString("model")),
                        row.getLong("requests"),
                        new Tokens(
                                row.getLong("tokens_input"),
                                row.getLong("tokens_cached_input"),
                                row.getLong("tokens_cache_write"),
                                row.getLong("tokens_output"),
                                row.getLong("tokens_reasoning"),
                                row.getLong("tokens_audio_input"),
                                row.getLong("tokens_audio_output")),
                        new Money(row.getLong("cost_nanos")),
                        row.getString("currency")));
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
