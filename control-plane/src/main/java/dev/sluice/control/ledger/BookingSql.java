package dev.sluice.control.ledger;

import dev.sluice.control.calendar.ClosedMonths;
import java.util.Arrays;
import java.util.List;

/** The statements of one booking, in the order in which they run. */
final class BookingSql {
    static final String CREATE_STAGING =
            """
            CREATE TEMP TABLE IF NOT EXISTS usage_staging (
                LIKE usage_entry INCLUDING DEFAULTS, outcome text DEFAULT 'booked')
            ON COMMIT DELETE ROWS
            """;

    static final String COPY = "COPY usage_staging (" + UsageColumns.NAMES + ") FROM STDIN";

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

    /** All at once; where some are there already, it is undone and each one looked at. */
    static final String BOOK_ALL =
            """
            INSERT INTO usage_entry (%1$s)
            SELECT %1$s FROM usage_staging ORDER BY day, event_id
            ON CONFLICT (day, event_id) DO NOTHING
            """
                    .formatted(UsageColumns.NAMES);

    static final String FORGET_OUTCOMES = "UPDATE usage_staging SET outcome = NULL";

    /** Whoever booked an event first has booked it. */
    static final String BOOK =
            """
            WITH booked AS (
                INSERT INTO usage_entry (%1$s)
                SELECT %1$s FROM usage_staging WHERE outcome IS NULL ORDER BY day, event_id
                ON CONFLICT (day, event_id) DO NOTHING
                RETURNING day, event_id)
            UPDATE usage_staging s SET outcome = 'booked'
            FROM booked b
            WHERE s.day = b.day AND s.event_id = b.event_id
            """
                    .formatted(UsageColumns.NAMES);

    /** A correction belongs where the entry stands, whatever the tenant's calendar says by now. */
    static final String TAKE_MONTHS_OF_ENTRIES =
            """
            UPDATE usage_staging s SET used_in = e.used_in, billed_in = e.billed_in
            FROM usage_entry e
            WHERE s.outcome IS NULL AND e.day = s.day AND e.event_id = s.event_id
            """;

    /** The true result of what was booked as abandoned. */
    static final String ADJUST =
            """
            WITH adjusted AS (
                INSERT INTO usage_adjustment (%s)
                SELECT %s
                FROM usage_staging s JOIN usage_entry e ON e.day = s.day AND e.event_id = s.event_id
                WHERE s.outcome IS NULL AND e.status = 'abandoned' AND s.status <> 'abandoned'
                ORDER BY s.day, s.event_id
                ON CONFLICT (day, event_id) DO NOTHING
                RETURNING day, event_id)
            UPDATE usage_staging s SET outcome = 'adjusted'
            FROM adjusted a
            WHERE s.day = a.day AND s.event_id = a.event_id
            """
                    .formatted(UsageColumns.NAMES, UsageColumns.namesOf("s"));

    static final String MARK_DUPLICATES =
            "UPDATE usage_staging SET outcome = 'duplicate' WHERE outcome IS NULL";

    /** Where all calls of the step are new, which is nearly always. */
    static final Consequences OF_NEW_CALLS =
            Consequences.of(
                    "(SELECT 1 AS sign, s.outcome, %1$s FROM usage_staging s) AS calls"
                            .formatted(UsageColumns.namesOf("s")));

    /**
     * Where some are not: new calls come in, the abandoned form of adjusted ones goes out. Apart,
     * since to look at booked calls costs the planner a look at every day's partition.
     */
    static final Consequences OF_NEW_AND_ADJUSTED_CALLS =
            Consequences.of(
                    """
                    (SELECT 1 AS sign, s.outcome, %1$s
                     FROM usage_staging s WHERE s.outcome IN ('booked', 'adjusted')
                     UNION ALL
                     SELECT -1 AS sign, s.outcome, %2$s
                     FROM usage_staging s
                     JOIN usage_entry e ON e.day = s.day AND e.event_id = s.event_id
                     WHERE s.outcome = 'adjusted') AS calls
                    """
                            .formatted(UsageColumns.namesOf("s"), UsageColumns.namesOf("e", "s")));

    /** What follows from booked calls: sums and postings. */
    record Consequences(List<String> addToRollups, String post) {
        /** An adjustment's transaction has a name of its own, made from the event's. */
        private static final String TRANSACTION_ID =
                """
                CASE outcome WHEN 'booked' THEN event_id
                     ELSE md5('adjustment:' || event_id::text)::uuid END
                """;

        static Consequences of(String signedCalls) {
            var moves =
                    """
                    SELECT day, %s AS transaction_id, outcome, event_id, tenant,
                           account, party, currency, billed_in,
                           sum(sign * amount)::bigint AS amount_nanos
                    FROM %s
                    CROSS JOIN LATERAL (
                        VALUES ('tenant_receivable', tenant, cost_nanos),
                               ('platform_overrun', upstream, overrun_nanos),
                               ('usage_revenue', tenant, -(cost_nanos + overrun_nanos))
                        UNION ALL
                        SELECT 'provider_expense', key, value::bigint
                        FROM jsonb_each_text(provider_costs)
                        UNION ALL
                        SELECT 'provider_payable', key, -value::bigint
                        FROM jsonb_each_text(provider_costs)
                    ) AS move (account, party, amount)
                    GROUP BY day, outcome, event_id, tenant, account, party, currency, billed_in
                    HAVING sum(sign * amount) <> 0
                    """
                            .formatted(TRANSACTION_ID, signedCalls);
            return new Consequences(
                    Arrays.stream(RollupSql.values())
                            .map(rollup -> rollup.addFrom(signedCalls))
                            .toList(),
                    """
                    WITH moves AS MATERIALIZED (%s), transactions AS (
                        INSERT INTO ledger_transaction (day, id, kind, event_id, tenant)
                        SELECT DISTINCT ON (day, transaction_id) day, transaction_id,
                               CASE outcome WHEN 'booked' THEN 'usage' ELSE 'adjustment' END,
                               event_id, tenant
                        FROM moves)
                    INSERT INTO ledger_posting
                        (day, transaction_id, line, account, party, currency, billed_in,
                         amount_nanos)
                    SELECT day, transaction_id,
                           row_number() OVER (PARTITION BY day, transaction_id
                                              ORDER BY account, party, currency),
                           account, party, currency, billed_in, amount_nanos
                    FROM moves
                    """
                            .formatted(moves));
        }
    }

    static final String NOTE_MONTHS =
            """
            INSERT INTO billing_month (tenant, month)
            SELECT DISTINCT tenant, billed_in FROM usage_staging WHERE outcome <> 'duplicate'
            ORDER BY tenant, billed_in
            ON CONFLICT DO NOTHING
            """;

    static final String OUTCOMES =
            """
            SELECT count(*) FILTER (WHERE outcome = 'booked'),
                   count(*) FILTER (WHERE outcome = 'adjusted'),
                   count(*) FILTER (WHERE outcome = 'duplicate'),
                   count(*) FILTER (WHERE outcome <> 'duplicate' AND cost_agrees = false),
                   coalesce(sum(overrun_nanos) FILTER (WHERE outcome <> 'duplicate'), 0)
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
