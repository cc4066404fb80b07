package dev.sluice.control.reports.waste;

/** The looks at the entries; each reads {@code :from}, {@code :to}, {@code :tenant} and days. */
final class WasteSql {
    /** The day is that of the event's id, which is made a moment before the call begins. */
    private static final String CALLS =
            """
            FROM usage_effective c
            WHERE c.day >= :firstDay AND c.day <= :lastDay
              AND c.started_at >= :from AND c.started_at < :to
              AND (cast(:tenant AS text) IS NULL OR c.tenant = :tenant)\
            """;

    static final String ENDED_BADLY =
            """
            SELECT CASE WHEN c.status = 'cancelled' THEN 'CANCELLED'
                        WHEN c.status = 'completed' THEN 'TRUNCATED'
                        ELSE 'INTERRUPTED' END AS kind,
                   c.tenant, c.app, c.alias, c.model, c.currency,
                   coalesce(c.provider_currency, c.currency) AS provider_currency,
                   sum(c.request_count) AS calls, sum(c.tokens_input + c.tokens_output) AS tokens,
                   sum(c.cost_nanos) AS cost, sum(c.provider_cost_nanos) AS provider_cost
            %s
              AND (c.status IN ('cancelled', 'interrupted', 'abandoned')
                   OR (c.status = 'completed' AND c.truncated))
            GROUP BY 1, 2, 3, 4, 5, 6, 7
            """
                    .formatted(CALLS);

    /** Of a call that had an answer all attempts but the last; of one that had none all. */
    static final String RETRIES =
            """
            SELECT 'RETRY' AS kind, c.tenant, c.app, c.alias, tried.attempt ->> 'model' AS model,
                   c.currency, coalesce(c.provider_currency, c.currency) AS provider_currency,
                   count(*) AS calls,
                   sum(coalesce((tried.attempt -> 'tokens' ->> 'input')::bigint, 0)
                       + coalesce((tried.attempt -> 'tokens' ->> 'output')::bigint, 0)) AS tokens,
                   sum((tried.attempt ->> 'cost')::numeric * 1000000000)::bigint AS cost,
                   sum((tried.attempt ->> 'providerCost')::numeric * 1000000000)::bigint
                       AS provider_cost
            FROM (SELECT c.* %s AND c.status IN ('completed', 'failed', 'cancelled', 'interrupted')
                    AND (c.status = 'failed' OR c.attempts > 1)) c,
                 json_array_elements(c.event -> 'attempts') WITH ORDINALITY AS tried (attempt, place)
            WHERE c.status = 'failed' OR tried.place < c.attempts
            GROUP BY 1, 2, 3, 4, 5, 6, 7
            """
                    .formatted(CALLS);

    /** Beside those of few calls, of which nothing is usual. */
    static final String LONG_CAPS =
            """
            WITH answers AS MATERIALIZED (
                SELECT c.tenant, c.app, c.alias, c.currency,
                       coalesce(c.provider_currency, c.currency) AS provider_currency,
                       c.tokens_output, c.cap_asked AS cap
                %s AND c.status = 'completed'),
            usual AS (
                SELECT tenant, app, alias, count(*) AS answers,
                       percentile_disc(0.95) WITHIN GROUP (ORDER BY tokens_output) AS p95
                FROM answers GROUP BY 1, 2, 3)
            SELECT 'LONG_CAP' AS kind, a.tenant, a.app, a.alias, '' AS model, a.currency,
                   a.provider_currency, count(*) AS calls, sum(a.cap - u.p95) AS tokens,
                   NULL::bigint AS cost, NULL::bigint AS provider_cost, u.p95
            FROM answers a JOIN usual u USING (tenant, app, alias)
            WHERE u.answers >= 20 AND a.cap > 2 * u.p95
            GROUP BY a.tenant, a.app, a.alias, a.currency, a.provider_currency, u.p95
            """
                    .formatted(CALLS);

    static final String FALLBACKS =
            """
            SELECT c.event
            %s AND c.status IN ('completed', 'cancelled', 'interrupted')
              AND c.attempts > 1 AND c.first_model <> c.model
            LIMIT :most
            """
                    .formatted(CALLS);

    private WasteSql() {}
}
