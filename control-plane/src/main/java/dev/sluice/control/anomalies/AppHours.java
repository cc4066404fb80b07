package dev.sluice.control.anomalies;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Hours of apps, from the roll-ups. */
@Component
class AppHours {
    /** An app of a tenant. */
    record App(String tenant, String name) {}

    /** An app's hour, by its beginning. */
    record At(App app, Instant hour) {}

    private final JdbcClient database;

    AppHours(JdbcClient database) {
        this.database = database;
    }

    /** Those of the hours in which an app had any calls. */
    Map<At, Hour> of(Collection<Instant> hours) {
        var found = new HashMap<At, Hour>();
        database.sql(
                        """
                        SELECT u.tenant, u.app, h.hour, sum(u.requests) AS calls,
                               sum(u.failed + u.interrupted + u.abandoned) AS errors,
                               sum(u.tokens_input) AS input, sum(u.tokens_output) AS output,
                               sum(u.cost_nanos) AS cost, sum(u.first_token_ms) AS first_token_ms,
                               sum(u.first_tokens) AS first_tokens, max(u.currency) AS currency
                        FROM unnest(cast(string_to_array(:hours, ',') AS timestamptz[])) AS h (hour)
                        JOIN usage_quarter_hour u
                          ON u.bucket >= h.hour AND u.bucket < h.hour + interval '1 hour'
                        GROUP BY 1, 2, 3
                        """)
                .param(
                        "hours",
                        hours.stream().map(Instant::toString).collect(Collectors.joining(",")))
                .query(row -> {
                    found.put(
                            new At(
                                    app(row),
                                    row.getObject("hour", OffsetDateTime.class).toInstant()),
                            hour(row));
                });
        return found;
    }

    private static App app(ResultSet row) throws SQLException {
        return new App(row.getString("tenant"), row.getString("app"));
    }

    private static Hour hour(ResultSet row) throws SQLException {
        return new Hour(
                row.getLong("calls"),
                row.getLong("errors"),
                row.getLong("input"),
                row.getLong("output"),
                row.getLong("cost"),
                row.getLong("first_token_ms"),
                row.getLong("first_tokens"),
                row.getString("currency"));
    }

    /** The first day of each app that was used since. */
    Map<App, LocalDate> firstDays(Instant since) {
        var first = new HashMap<App, LocalDate>();
        database.sql(
                        """
                        SELECT tenant, app, min(day) AS first FROM usage_day
                        WHERE day >= ? GROUP BY tenant, app
                        """)
                .param(LocalDate.ofInstant(since, ZoneOffset.UTC))
                .query(row -> {
                    first.put(app(row), row.getObject("first", LocalDate.class));
                });
        return first;
    }
}
