package dev.sluice.control.tokendrift;

import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.tokendrift.TokenDrift.Side;
import dev.sluice.control.web.Refusal;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Compares both counts of every attempt that has both. */
@Service
public class TokenDrifts {
    private static final int USUAL_DAYS = 7;
    private static final int MOST_DAYS = 92;

    /** So many calls tell the shares to the percent; of more, as many are looked at. */
    private static final long ENOUGH_CALLS = 100_000;

    private static final String CALLS =
            "SELECT coalesce(sum(requests), 0) FROM usage_day WHERE day BETWEEN :from AND :to";

    /** Sound is counted by upstreams alone, so attempts with any are left out. */
    private static final String READ =
            """
            SELECT model, upstream, count(*) AS attempts,
                   count(*) FILTER (WHERE is_reported) AS reported,
                   %s,
                   %s
            FROM (
                SELECT coalesce(a.attempt ->> 'model', '') AS model,
                       coalesce(a.attempt ->> 'upstream', '') AS upstream,
                       a.attempt ->> 'usageSource' = 'upstream' AS is_reported,
                       coalesce((a.attempt #>> '{tokens,input}')::numeric, 0) AS input,
                       coalesce((a.attempt #>> '{tokens,output}')::numeric, 0) AS output,
                       coalesce((a.attempt #>> '{counted,input}')::numeric, 0) AS counted_input,
                       coalesce((a.attempt #>> '{counted,output}')::numeric, 0) AS counted_output
                FROM (
                    SELECT e.status, e.event
                    FROM usage_entry e TABLESAMPLE SYSTEM (:percent) REPEATABLE (1)
                    WHERE e.day BETWEEN :from AND :to AND NOT EXISTS (
                        SELECT FROM usage_adjustment a
                        WHERE a.day = e.day AND a.event_id = e.event_id)
                    UNION ALL
                    SELECT a.status, a.event
                    FROM usage_adjustment a
                    WHERE a.day BETWEEN :from AND :to
                      AND (hashtext(a.event_id::text) & 2147483647) %% 10000 < :percent * 100
                ) e
                CROSS JOIN LATERAL (
                    SELECT (e.event -> 'attempts')::jsonb AS attempts OFFSET 0) AS parsed
                CROSS JOIN LATERAL jsonb_array_elements(
                    CASE WHEN jsonb_array_length(parsed.attempts) > 0
                         THEN parsed.attempts
                         ELSE jsonb_build_array(e.event) END) AS a (attempt)
                WHERE e.status NOT IN ('rejected', 'cached')
                  AND coalesce((a.attempt #>> '{tokens,audioInput}')::numeric, 0) = 0
                  AND coalesce((a.attempt #>> '{tokens,audioOutput}')::numeric, 0) = 0
            ) t
            WHERE model <> '' AND input + output > 0
            GROUP BY model, upstream
            ORDER BY count(*) DESC, model, upstream
            """
                    .formatted(columns("input"), columns("output"));

    private final JdbcClient database;
    private final AccessGuard guard;
    private final Clock clock;

    TokenDrifts(JdbcClient database, AccessGuard guard, Clock clock) {
        this.database = database;
        this.guard = guard;
        this.clock = clock;
    }

    private static String columns(String side) {
        return """
        sum(counted_@) FILTER (WHERE %1$s) AS counted_@,
        sum(@) FILTER (WHERE %1$s) AS upstream_@,
        percentile_disc(0.5) WITHIN GROUP (ORDER BY @ / nullif(counted_@, 0))
            FILTER (WHERE %1$s) AS p50_@,
        percentile_disc(0.95) WITHIN GROUP (ORDER BY @ / nullif(counted_@, 0))
            FILTER (WHERE %1$s) AS p95_@,
        count(*) FILTER (WHERE %1$s AND abs(@ - counted_@) * 20 > counted_@) AS apart_@\
        """
                .formatted("is_reported AND counted_@ > 0")
                .replace("@", side);
    }

    /** The last seven days unless said. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public TokenDrift of(@Nullable LocalDate from, @Nullable LocalDate to) {
        if (!guard.maySeePlatform()) {
            throw Refusal.forbidden("models belong to the platform, not to a tenant");
        }
        var last = to == null ? LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC) : to;
        var first = from == null ? last.minusDays(USUAL_DAYS - 1L) : from;
        if (last.isBefore(first) || first.plusDays(MOST_DAYS).isBefore(last)) {
            throw Refusal.badRequest(
                    "'from' is not after 'to', and they are at most " + MOST_DAYS + " days apart");
        }
        return of(first, last, ENOUGH_CALLS);
    }

    TokenDrift of(LocalDate first, LocalDate last, long enoughCalls) {
        long calls =
                database.sql(CALLS)
                        .param("from", first)
                        .param("to", last)
                        .query(Long.class)
                        .single();
        var percent =
                calls <= enoughCalls
                        ? BigDecimal.valueOf(100)
                        : BigDecimal.valueOf(enoughCalls * 100)
                                .divide(BigDecimal.valueOf(calls), 2, RoundingMode.CEILING);
        var models =
                database.sql(READ)
                        .param("percent", percent)
                        .param("from", first)
                        .param("to", last)
                        .query((row, n) ->
                                new TokenDrift.Model(
                                        row.getString("model"),
                                        row.getString("upstream"),
                                        row.getLong("attempts"),
                                        row.getLong("reported"),
                                        side(row, "input"),
                                        side(row, "output")))
                        .list();
        return new TokenDrift(first, last, percent, models);
    }

    private static @Nullable Side side(ResultSet row, String side) throws SQLException {
        var counted = row.getBigDecimal("counted_" + side);
        if (counted == null || counted.signum() == 0) {
            return null;
        }
        var upstream = row.getBigDecimal("upstream_" + side);
        var p95 = row.getBigDecimal("p95_" + side);
        return new Side(
                counted.longValueExact(),
                upstream.longValueExact(),
                upstream.divide(counted, 4, RoundingMode.HALF_UP),
                row.getBigDecimal("p50_" + side).setScale(4, RoundingMode.HALF_UP),
                p95.setScale(4, RoundingMode.HALF_UP),
                row.getLong("apart_" + side),
                margin(p95));
    }

    private static int margin(BigDecimal p95) {
        return p95.subtract(BigDecimal.ONE)
                .max(BigDecimal.ZERO)
                .movePointRight(2)
                .setScale(0, RoundingMode.CEILING)
                .min(BigDecimal.valueOf(Integer.MAX_VALUE))
                .intValue();
    }
}
