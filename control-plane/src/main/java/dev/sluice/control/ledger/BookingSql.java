package dev.sluice.control.ledger;

import dev.sluice.control.calendar.ClosedMonths;

/** The statements of one booking, in the order in which they run. */
final class BookingSql {
    static final String COPY_ENTRIES =
            "COPY usage_entry (" + UsageColumns.NAMES + ") FROM STDIN (FORMAT binary)";

    static final String COPY_TRANSACTIONS =
            "COPY ledger_transaction (day, id, kind, event_id, tenant) FROM STDIN (FORMAT binary)";

    static final String COPY_POSTINGS =
            """
            COPY ledger_posting (day, transaction_id, line, account, party, currency, billed_in,
                                 amount_nanos)
            FROM STDIN (FORMAT binary)
            """;

    /** Those of the calls that are booked. */
    static final String FIND_BOOKED =
            "SELECT event_id FROM usage_entry WHERE day = ANY (?) AND event_id = ANY (?)";

    static final String FIND_CLOSED_MONTHS =
            """
            SELECT tenant, max(month) FROM billing_statement WHERE tenant = ANY (?) GROUP BY tenant
            """;

    static final String CREATE_STAGING =
            """
            CREATE TEMP TABLE IF NOT EXISTS usage_staging (
                LIKE usage_entry INCLUDING DEFAULTS, outcome text)
            ON COMMIT DELETE ROWS
            """;

    static final String COPY_STAGING =
            "COPY usage_staging (" + UsageColumns.NAMES + ") FROM STDIN (FORMAT binary)";

    /** No month is closed between here and the commit; bookings do not wait for each other. */
    static final String HOLD_MONTHS_OPEN = ClosedMonths.HOLD_OPEN;

    /** What comes too late for its month goes to the first one that is open. */
    static final String FIND_OPEN_MONTHS =
            """
            UPDATE usage_staging s
            SET billed_in = (closed.month + interval '1 month')::date
            FROM (SELECT tenant, max(month) AS month FROM billing_statement
                  WHERE tenant IN (SELECT DISTINCT tenant FROM usage_staging)
                  GROUP BY tenant) AS closed
            WHERE closed.tenant = s.tenant AND s.billed_in <= closed.month
            """;

    /** A correction belongs where the entry stands, whatever the tenant's calendar says by now. */
    static final String TAKE_MONTHS_OF_ENTRIES =
            """
            UPDATE usage_staging s SET used_in = e.used_in, billed_in = e.billed_in
            FROM usage_entry e
            WHERE e.day = s.day AND e.event_id = s.event_id
            """;

    /** The true result of what was booked as abandoned. */
    static final String ADJUST =
            """
            WITH adjusted AS (
                INSERT INTO usage_adjustment (%s)
                SELECT %s
                FROM usage_staging s JOIN usage_entry e ON e.day = s.day AND e.event_id = s.event_id
                WHERE e.status = 'abandoned' AND s.status <> 'abandoned'
                ORDER BY s.day, s.event_id
                ON CONFLICT (day, event_id) DO NOTHING
                RETURNING day, event_id)
            UPDATE usage_staging s SET outcome = 'adjusted'
            FROM adjusted a
            WHERE s.day = a.day AND s.event_id = a.event_id
            """
                    .formatted(UsageColumns.NAMES, UsageColumns.namesOf("s"));

    /** The true results come in, what was booked as abandoned goes out. */
    static final String ADJUSTED_CALLS =
            """
            (SELECT 1 AS sign, %1$s FROM usage_staging s WHERE s.outcome = 'adjusted'
             UNION ALL
             SELECT -1 AS sign, %2$s
             FROM usage_staging s
             JOIN usage_entry e ON e.day = s.day AND e.event_id = s.event_id
             WHERE s.outcome = 'adjusted') AS calls
            """
                    .formatted(UsageColumns.namesOf("s"), UsageColumns.namesOf("e", "s"));

    /** An adjustment's transaction has a name of its own, made from the event's. */
    static final String POST_ADJUSTMENTS =
            """
            WITH moves AS MATERIALIZED (
                SELECT day, md5('adjustment:' || event_id::text)::uuid AS transaction_id, event_id,
                       tenant, account, party, unit AS currency, billed_in,
                       sum(sign * amount)::bigint AS amount_nanos
                FROM %s
                CROSS JOIN LATERAL (
                    VALUES ('tenant_receivable', tenant, currency, cost_nanos),
                           ('platform_overrun', upstream, currency, overrun_nanos),
                           ('usage_revenue', tenant, currency, -(cost_nanos + overrun_nanos))
                    UNION ALL
                    SELECT 'provider_expense', key, coalesce(provider_currency, currency),
                           value::bigint
                    FROM jsonb_each_text(provider_costs)
                    UNION ALL
                    SELECT 'provider_payable', key, coalesce(provider_currency, currency),
                           -value::bigint
                    FROM jsonb_each_text(provider_costs)
                ) AS move (account, party, unit, amount)
                GROUP BY day, event_id, tenant, account, party, unit, billed_in
                HAVING sum(sign * amount) <> 0),
            transactions AS (
                INSERT INTO ledger_transaction (day, id, kind, event_id, tenant)
                SELECT DISTINCT ON (day, transaction_id) day, transaction_id, 'adjustment',
                       event_id, tenant
                FROM moves)
            INSERT INTO ledger_posting
                (day, transaction_id, line, account, party, currency, billed_in, amount_nanos)
            SELECT day, transaction_id,
                   row_number() OVER (PARTITION BY day, transaction_id
                                      ORDER BY account, party, currency),
                   account, party, currency, billed_in, amount_nanos
            FROM moves
            """
                    .formatted(ADJUSTED_CALLS);

    static final String NOTE_MONTHS =
            """
            INSERT INTO billing_month (tenant, month)
            SELECT * FROM unnest(?::text[], ?::date[]) ORDER BY 1, 2
            ON CONFLICT DO NOTHING
            """;

    static final String NOTE_MONTHS_OF_ADJUSTED =
            """
            INSERT INTO billing_month (tenant, month)
            SELECT DISTINCT tenant, billed_in FROM usage_staging WHERE outcome = 'adjusted'
            ORDER BY tenant, billed_in
            ON CONFLICT DO NOTHING
            """;

    static final String OUTCOMES =
            """
            SELECT count(*) FILTER (WHERE outcome = 'adjusted'),
                   count(*) FILTER (WHERE outcome IS NULL),
                   count(*) FILTER (WHERE outcome = 'adjusted' AND cost_agrees = false),
                   coalesce(sum(overrun_nanos) FILTER (WHERE outcome = 'adjusted'), 0)
            FROM usage_staging
            """;

    static final String CLEAR_STAGING = "DELETE FROM usage_staging";

    static final String SET_ASIDE =
            """
            INSERT INTO poison_record
                (topic, partition, topic_id, "offset", reason, detail, event_id, payload,
                 payload_bytes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """;

    static final String MOVE_OFFSET =
            """
            INSERT INTO consumer_offset (topic, partition, topic_id, next_offset)
            VALUES (?, ?, ?, ?)
            ON CONFLICT (topic, partition) DO UPDATE
            SET topic_id = EXCLUDED.topic_id, next_offset = EXCLUDED.next_offset,
                updated_at = clock_timestamp()
            WHERE consumer_offset.topic_id <> EXCLUDED.topic_id
               OR consumer_offset.next_offset < EXCLUDED.next_offset
            """;

    static final String READ_OFFSETS =
            "SELECT partition, topic_id, next_offset FROM consumer_offset WHERE topic = ?";

    static final String READ_SET_ASIDE =
            """
            SELECT event_id, reason FROM poison_record WHERE event_id = ANY (?)
            ORDER BY set_aside_at
            """;

    private BookingSql() {}
}
