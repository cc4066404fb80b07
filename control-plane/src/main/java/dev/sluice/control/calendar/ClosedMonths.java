package dev.sluice.control.calendar;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Which months are closed: each with a statement, and every one before such a one. */
@Component
public class ClosedMonths {
    /** Until the transaction ends no month is closed; those who book do not wait for each other. */
    public static final String HOLD_OPEN =
            "SELECT pg_advisory_xact_lock_shared(hashtext('sluice.close'))";

    private static final String KEEP_OUT = "SELECT pg_advisory_xact_lock(hashtext('sluice.close'))";

    private final JdbcClient database;

    ClosedMonths(JdbcClient database) {
        this.database = database;
    }

    @Transactional(propagation = Propagation.MANDATORY)
    public void holdOpen() {
        database.sql(HOLD_OPEN).query((row, n) -> true).single();
    }

    /** Until the transaction ends nothing is booked. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void keepOut() {
        database.sql(KEEP_OUT).query((row, n) -> true).single();
    }

    /** The last closed month. */
    @Transactional(readOnly = true)
    public Optional<YearMonth> lastOf(String tenant) {
        return database.sql(
                        "SELECT month FROM billing_statement WHERE tenant = ?"
                                + " ORDER BY month DESC LIMIT 1")
                .param(tenant)
                .query((row, n) -> YearMonth.from(row.getObject("month", LocalDate.class)))
                .optional();
    }

    /**
     * When the last tenant with a bill closed the month; nothing while one has not, or none has.
     */
    @Transactional(readOnly = true)
    public Optional<Instant> closedByAll(YearMonth month) {
        return database.sql(
                        """
                        SELECT max(s.closed_at) AS closed_at
                        FROM billing_month m
                        LEFT JOIN billing_statement s ON s.tenant = m.tenant AND s.month = m.month
                        WHERE m.month = ?
                        HAVING count(*) > 0 AND count(*) = count(s.closed_at)
                        """)
                .param(BillingPeriod.columnOf(month))
                .query((row, n) -> row.getObject("closed_at", OffsetDateTime.class).toInstant())
                .optional();
    }

    /** The month that bears what belongs to the given one: itself, or the first open one. */
    @Transactional(readOnly = true)
    public YearMonth bearing(String tenant, YearMonth month) {
        return lastOf(tenant)
                .filter(last -> !month.isAfter(last))
                .map(last -> last.plusMonths(1))
                .orElse(month);
    }
}
