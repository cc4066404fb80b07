package dev.sluice.control.periods;

import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.periods.Statement.Tokens;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The usage that a month bears, summed up from the roll-ups by any dimensions. */
@Component
public class BilledUsage {
    private static final Duration QUARTER = Duration.ofMinutes(15);

    /**
     * Tens of thousands of end users are summed in memory, not by way of files; and by a plan for
     * this tenant's month: one for any tenant's takes it for a small part of the table.
     */
    private static final String PLAN_FOR_MANY =
            """
            SELECT set_config('work_mem', '64MB', true),
                   set_config('plan_cache_mode', 'force_custom_plan', true)
            """;

    private final JdbcClient database;

    BilledUsage(JdbcClient database) {
        this.database = database;
    }

    /**
     * The sum of calls that are alike.
     *
     * @param usedIn the month of the calls: another one than that which bears them where they came
     *     late
     * @param by without those dimensions of which the calls have none
     */
    public record Sum(
            YearMonth usedIn,
            Map<Dimension, String> by,
            long requests,
            Tokens tokens,
            Money cost,
            String currency) {
        public Sum {
            by = Map.copyOf(by);
        }
    }

    /** As many as a control plane can hold and write twice at a time. */
    private static final int MOST_SUMS = 200_000;

    /** The quarters of an hour in which a month's calls were made, and the days that have them. */
    private record Days(List<Instant> quarters, List<LocalDate> days) {
        static final Days NONE = new Days(List.of(), List.of());

        String quartersText() {
            return quarters.stream().map(Instant::toString).collect(Collectors.joining(","));
        }

        String daysText() {
            return days.stream().map(LocalDate::toString).collect(Collectors.joining(","));
        }
    }

    /** In the order of their month and names: all that a statement is made of. */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<Sum> of(String tenant, YearMonth month, ZoneId zone, Set<Dimension> by) {
        return list(tenant, month, zone, by, "");
    }

    /** The same for people, who may ask for more than there is room for: that is refused. */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<Sum> bounded(String tenant, YearMonth month, ZoneId zone, Set<Dimension> by) {
        var sums = list(tenant, month, zone, by, " LIMIT " + (MOST_SUMS + 1));
        if (sums.size() > MOST_SUMS) {
            throw Refusal.tooLarge(
                    "%s has more than %d lines in %s by these names: group by fewer"
                            .formatted(tenant, MOST_SUMS, month));
        }
        return sums;
    }

    private List<Sum> list(
            String tenant, YearMonth month, ZoneId zone, Set<Dimension> by, String limit) {
        var billedIn = BillingPeriod.columnOf(month);
        var days = by.contains(Dimension.DAY) ? days(tenant, billedIn, zone) : Days.NONE;
        database.sql(PLAN_FOR_MANY).query((row, n) -> true).single();
        return database.sql(sql(by) + limit)
                .param("tenant", tenant)
                .param("month", billedIn)
                .param("quarters", days.quartersText())
                .param("days", days.daysText())
                .query((row, n) -> sum(row, by))
                .list();
    }

    private Days days(String tenant, LocalDate billedIn, ZoneId zone) {
        var span =
                database.sql(
                                """
                                SELECT min(day) AS first, max(day) AS last FROM usage_day
                                WHERE tenant = ? AND billed_in = ?
                                """)
                        .params(tenant, billedIn)
                        .query((row, n) -> span(row))
                        .single();
        if (span.isEmpty()) {
            return Days.NONE;
        }
        // A day of UTC has parts of the days before and after it elsewhere.
        var end = span.getLast().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        var quarters = new ArrayList<Instant>();
        var days = new ArrayList<LocalDate>();
        var at = span.getFirst().atStartOfDay(ZoneOffset.UTC).toInstant();
        for (; at.isBefore(end); at = at.plus(QUARTER)) {
            quarters.add(at);
            days.add(LocalDate.ofInstant(at, zone));
        }
        return new Days(quarters, days);
    }

    private static List<LocalDate> span(ResultSet row) throws SQLException {
        var first = row.getObject("first", LocalDate.class);
        return first == null ? List.of() : List.of(first, row.getObject("last", LocalDate.class));
    }

    private static String sql(Set<Dimension> by) {
        var names = by.stream().map(it -> ", " + it.column()).collect(Collectors.joining());
        var order =
                by.stream()
                        .map(it ->
                                ", " + it.column() + (it == Dimension.DAY ? "" : " COLLATE \"C\""))
                        .collect(Collectors.joining());
        return """
        SELECT used_in, currency%1$s,
               whole_sum(requests) AS requests,
               whole_sum(tokens_input) AS tokens_input,
               whole_sum(tokens_cached_input) AS tokens_cached_input,
               whole_sum(tokens_cache_write) AS tokens_cache_write,
               whole_sum(tokens_output) AS tokens_output,
               whole_sum(tokens_reasoning) AS tokens_reasoning,
               whole_sum(tokens_audio_input) AS tokens_audio_input,
               whole_sum(tokens_audio_output) AS tokens_audio_output,
               whole_sum(cost_nanos) AS cost_nanos
        FROM %2$s
        GROUP BY used_in, currency%1$s
        HAVING whole_sum(requests) <> 0 OR whole_sum(cost_nanos) <> 0 OR whole_sum(tokens_input) <> 0
            OR whole_sum(tokens_output) <> 0
        ORDER BY used_in%3$s, currency COLLATE "C"
        """
                .formatted(names, from(by), order);
    }

    private static String from(Set<Dimension> by) {
        if (by.contains(Dimension.DAY)) {
            // Quarters of an hour meet the boundaries of days everywhere. Which day has a quarter
            // is
            // said here: PostgreSQL would ask for it anew for each of a hundred rows of a quarter.
            return """
            (SELECT q.*, of_days.day
             FROM usage_quarter_hour q
             JOIN unnest(cast(string_to_array(:quarters, ',') AS timestamptz[]),
                         cast(string_to_array(:days, ',') AS date[])) AS of_days (quarter, day)
               ON of_days.quarter = q.bucket
             WHERE q.tenant = :tenant AND q.billed_in = :month) AS calls\
            """;
        }
        return "(SELECT * FROM %s WHERE tenant = :tenant AND billed_in = :month) AS calls"
                .formatted(by.contains(Dimension.END_USER) ? "usage_day_user" : "usage_day");
    }

    private static Sum sum(ResultSet row, Set<Dimension> by) throws SQLException {
        var names = new EnumMap<Dimension, String>(Dimension.class);
        for (var dimension : by) {
            var name = row.getString(dimension.column());
            if (name != null && !name.isEmpty()) {
                names.put(dimension, name);
            }
        }
        return new Sum(
                YearMonth.from(row.getObject("used_in", LocalDate.class)),
                names,
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
                row.getString("currency"));
    }
}
