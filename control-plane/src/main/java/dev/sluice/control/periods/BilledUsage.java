package dev.sluice.control.periods;

import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.periods.Statement.Tokens;
import dev.sluice.model.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The usage that a month bears, summed up from the roll-ups by any dimensions. */
@Component
public class BilledUsage {
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

    /** The beginnings of the days between which a month's calls were made. */
    private record Days(LocalDate first, List<Instant> beginnings) {
        static final Days NONE = new Days(LocalDate.EPOCH, List.of());

        LocalDate at(int number) {
            return first.plusDays(number - 1L);
        }

        String text() {
            return beginnings.stream().map(Instant::toString).collect(Collectors.joining(","));
        }
    }

    /** In the order of their month and names. */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<Sum> of(String tenant, YearMonth month, ZoneId zone, Set<Dimension> by) {
        var billedIn = BillingPeriod.columnOf(month);
        var days = by.contains(Dimension.DAY) ? days(tenant, billedIn, zone) : Days.NONE;
        return database.sql(sql(by))
                .param("tenant", tenant)
                .param("month", billedIn)
                .param("days", days.text())
                .query((row, n) -> sum(row, by, days))
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
        var first = span.getFirst().minusDays(1);
        var last = span.getLast().plusDays(1);
        var beginnings = new ArrayList<Instant>();
        for (var day = first; !day.isAfter(last); day = day.plusDays(1)) {
            beginnings.add(day.atStartOfDay(zone).toInstant());
        }
        return new Days(first, beginnings);
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
               sum(requests) AS requests,
               sum(tokens_input) AS tokens_input,
               sum(tokens_cached_input) AS tokens_cached_input,
               sum(tokens_cache_write) AS tokens_cache_write,
               sum(tokens_output) AS tokens_output,
               sum(tokens_reasoning) AS tokens_reasoning,
               sum(tokens_audio_input) AS tokens_audio_input,
               sum(tokens_audio_output) AS tokens_audio_output,
               sum(cost_nanos) AS cost_nanos
        FROM %2$s
        GROUP BY used_in, currency%1$s
        HAVING sum(requests) <> 0 OR sum(cost_nanos) <> 0 OR sum(tokens_input) <> 0
            OR sum(tokens_output) <> 0
        ORDER BY used_in%3$s, currency COLLATE "C"
        """
                .formatted(names, from(by), order);
    }

    private static String from(Set<Dimension> by) {
        if (by.contains(Dimension.DAY)) {
            // Quarters of an hour meet the boundaries of days everywhere. To find the day of each
            // quarter once costs little, of each row of it a hundred times as much. The last
            // beginning may lie before the end of the last UTC day.
            return """
            (SELECT q.*, numbered.day_number
             FROM usage_quarter_hour q
             JOIN (SELECT quarter, width_bucket(quarter, bounds.days) AS day_number
                   FROM (SELECT cast(string_to_array(:days, ',') AS timestamptz[]) AS days) bounds,
                        generate_series(bounds.days[1],
                                        bounds.days[cardinality(bounds.days)] + interval '2 days',
                                        interval '15 minutes') AS quarter) AS numbered
               ON numbered.quarter = q.bucket
             WHERE q.tenant = :tenant AND q.billed_in = :month) AS calls\
            """;
        }
        return "(SELECT * FROM %s WHERE tenant = :tenant AND billed_in = :month) AS calls"
                .formatted(by.contains(Dimension.END_USER) ? "usage_day_user" : "usage_day");
    }

    private static Sum sum(ResultSet row, Set<Dimension> by, Days days) throws SQLException {
        var names = new EnumMap<Dimension, String>(Dimension.class);
        for (var dimension : by) {
            var name = name(row, dimension, days);
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

    private static @Nullable String name(ResultSet row, Dimension dimension, Days days)
            throws SQLException {
        return dimension == Dimension.DAY
                ? days.at(row.getInt(dimension.column())).toString()
                : row.getString(dimension.column());
    }
}
