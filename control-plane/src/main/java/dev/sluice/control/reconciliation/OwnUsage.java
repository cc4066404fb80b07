package dev.sluice.control.reconciliation;

import dev.sluice.control.reconciliation.bills.BilledTokens;
import dev.sluice.model.money.Money;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * What the ledger has of an upstream: every attempt at it, also those of calls that ended at
 * another one, at list price in the installation's currency.
 */
@Component
class OwnUsage {
    /**
     * An event without attempts is one of its own: a swept reservation is. The attempts are taken
     * apart once, as each look into {@code json} reads all of its text.
     */
    private static final String READ =
            """
            SELECT date_trunc('hour', t.started_at) AS hour, t.model, t.secret, t.is_reported,
                   count(*) AS requests,
                   sum(t.input) AS input, sum(t.cached_input) AS cached_input,
                   sum(t.cache_write) AS cache_write, sum(t.output) AS output,
                   sum(t.provider_cost) AS provider_cost,
                   count(*) FILTER (WHERE t.provider_cost = 0 AND t.input + t.output > 0)
                       AS unpriced,
                   array_remove(array_agg(DISTINCT t.served_model), NULL) AS served_models
            FROM (
                SELECT (a.attempt ->> 'startedAt')::timestamptz AS started_at,
                       coalesce(a.attempt ->> 'model', '') AS model,
                       coalesce(a.attempt ->> 'secret', '') AS secret,
                       a.attempt ->> 'usageSource' = 'upstream' AS is_reported,
                       coalesce((a.attempt #>> '{tokens,input}')::bigint, 0) AS input,
                       coalesce((a.attempt #>> '{tokens,cachedInput}')::bigint, 0) AS cached_input,
                       coalesce((a.attempt #>> '{tokens,cacheWrite}')::bigint, 0)
                         + coalesce((a.attempt #>> '{tokens,cacheWrite1h}')::bigint, 0)
                         AS cache_write,
                       coalesce((a.attempt #>> '{tokens,output}')::bigint, 0) AS output,
                       coalesce((a.attempt ->> 'providerCost')::numeric, 0) AS provider_cost,
                       CASE WHEN a.attempt ->> 'model' = e.model
                            THEN e.event ->> 'servedModel' END AS served_model
                FROM usage_effective e
                CROSS JOIN LATERAL (
                    SELECT (e.event -> 'attempts')::jsonb AS attempts OFFSET 0) AS parsed
                CROSS JOIN LATERAL jsonb_array_elements(
                    CASE WHEN jsonb_array_length(parsed.attempts) > 0
                         THEN parsed.attempts
                         ELSE jsonb_build_array(e.event) END) AS a (attempt)
                WHERE e.day BETWEEN :firstDay AND :lastDay
                  AND e.status NOT IN ('rejected', 'cached')
                  AND a.attempt ->> 'upstream' = :upstream
            ) t
            WHERE t.started_at >= :from AND t.started_at < :to
            GROUP BY 1, 2, 3, 4
            ORDER BY 1, 2, 3, 4
            """;

    /**
     * Sums of an hour.
     *
     * @param model as it is called here
     * @param secret with which the upstream was called; empty where nobody knows
     * @param isReported whether the provider told its usage; else it is our own count
     * @param unpriced attempts that used something and had no price
     * @param servedModels what the provider said that it served
     */
    record Sums(
            Instant hour,
            String model,
            String secret,
            boolean isReported,
            long requests,
            BilledTokens tokens,
            Money cost,
            long unpriced,
            List<String> servedModels) {
        LocalDate day() {
            return LocalDate.ofInstant(hour, ZoneOffset.UTC);
        }
    }

    private final JdbcClient database;

    OwnUsage(JdbcClient database) {
        this.database = database;
    }

    /** By hour, model and secret, from a UTC day to another, both inclusive. */
    List<Sums> of(String upstream, LocalDate from, LocalDate to) {
        return database.sql(READ)
                // An event's day is that of its id; an attempt may begin a while after it.
                .param("firstDay", from.minusDays(1))
                .param("lastDay", to.plusDays(1))
                .param("from", from.atStartOfDay().atOffset(ZoneOffset.UTC))
                .param("to", to.plusDays(1).atStartOfDay().atOffset(ZoneOffset.UTC))
                .param("upstream", upstream)
                .query((row, n) -> sums(row))
                .list();
    }

    private static Sums sums(ResultSet row) throws SQLException {
        return new Sums(
                row.getObject("hour", OffsetDateTime.class).toInstant(),
                row.getString("model"),
                row.getString("secret"),
                row.getBoolean("is_reported"),
                row.getLong("requests"),
                new BilledTokens(
                        row.getLong("input"),
                        row.getLong("cached_input"),
                        row.getLong("cache_write"),
                        row.getLong("output")),
                Money.charged(row.getBigDecimal("provider_cost")),
                row.getLong("unpriced"),
                texts(row.getArray("served_models")));
    }

    private static List<String> texts(@Nullable Array array) throws SQLException {
        return array == null
                ? List.of()
                : Arrays.stream((Object[]) array.getArray()).map(Objects::toString).toList();
    }
}
