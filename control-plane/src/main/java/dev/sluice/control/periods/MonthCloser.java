package dev.sluice.control.periods;

import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.calendar.ClosedMonths;
import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Closes months: sums up what each bears while nothing is booked, and keeps that as its statement.
 * What is booked afterwards goes to the first month that is open.
 */
@Component
class MonthCloser {
    private static final Logger LOG = LoggerFactory.getLogger(MonthCloser.class);

    /** A month of a tenant. */
    record Due(String tenant, YearMonth month) {}

    private final JdbcClient database;
    private final StatementSums sums;
    private final ClosedMonths closed;
    private final TenantCalendar calendar;
    private final Clock clock;

    MonthCloser(
            JdbcClient database,
            StatementSums sums,
            ClosedMonths closed,
            TenantCalendar calendar,
            Clock clock) {
        this.database = database;
        this.sums = sums;
        this.closed = closed;
        this.calendar = calendar;
        this.clock = clock;
    }

    /** Open months with something in them that had ended by then, oldest first. */
    @Transactional(readOnly = true)
    List<Due> due(Instant by) {
        var clocks = calendar.clocks();
        return open().stream()
                .filter(it -> !clocks.of(it.tenant()).period(it.month()).end().isAfter(by))
                .toList();
    }

    /** Months that anything was booked into and that have no statement yet, oldest first. */
    @Transactional(readOnly = true)
    List<Due> open() {
        return database.sql(
                        """
                        SELECT b.tenant, b.month FROM billing_month b
                        WHERE NOT EXISTS (
                            SELECT FROM billing_statement s
                            WHERE s.tenant = b.tenant AND s.month >= b.month)
                        ORDER BY b.month, b.tenant
                        """)
                .query((row, n) ->
                        new Due(
                                row.getString("tenant"),
                                YearMonth.from(row.getObject("month", LocalDate.class))))
                .list();
    }

    /** Closes it, or finds it closed. */
    @Transactional(propagation = Propagation.MANDATORY)
    ClosedMonth close(String tenant, YearMonth month, String by) {
        closed.keepOut();
        var before = find(tenant, month);
        if (before.isPresent()) {
            return before.get();
        }
        requireTurn(tenant, month);
        var now = clock.instant();
        var statement = sums.of(tenant, month, now, by);
        requireAgreement(statement);
        var content = SluiceJson.mapper().writeValueAsString(statement);
        database.sql(
                        """
                        INSERT INTO billing_statement
                            (tenant, month, begins_at, ends_at, content, sha256, closed_at,
                             closed_by)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        """)
                .params(
                        tenant,
                        BillingPeriod.columnOf(month),
                        statement.begins().atOffset(ZoneOffset.UTC),
                        statement.ends().atOffset(ZoneOffset.UTC),
                        content,
                        sha256(content),
                        now.atOffset(ZoneOffset.UTC),
                        by)
                .update();
        LOG.info("closed month {} of {}", month, tenant);
        return find(tenant, month).orElseThrow();
    }

    private void requireTurn(String tenant, YearMonth month) {
        var end = calendar.clocks().of(tenant).period(month).end();
        if (end.isAfter(clock.instant())) {
            throw Refusal.conflict(
                    "month_not_over",
                    "month " + month + " of " + tenant + " ends at " + end + ": close it then");
        }
        closed.lastOf(tenant)
                .filter(last -> !month.isAfter(last))
                .ifPresent(last -> {
                    throw Refusal.conflict(
                            "month_closed",
                            "nothing was booked into "
                                    + month
                                    + " before "
                                    + last
                                    + " was closed: it has no statement");
                });
        open().stream()
                .filter(it -> it.tenant().equals(tenant) && it.month().isBefore(month))
                .findFirst()
                .ifPresent(earlier -> {
                    throw Refusal.conflict(
                            "earlier_month_open",
                            "close "
                                    + earlier.month()
                                    + " first: what comes late for it would be borne by "
                                    + month.plusMonths(1));
                });
    }

    /** A statement that is not what was posted is a fault of ours, and nobody's bill. */
    private void requireAgreement(Statement statement) {
        var posted = new TreeMap<String, Money>();
        database.sql(
                        """
                        SELECT currency, amount_nanos FROM account_month
                        WHERE account = 'tenant_receivable' AND party = ? AND billed_in = ?
                          AND amount_nanos <> 0
                        """)
                .params(statement.tenant(), BillingPeriod.columnOf(statement.month()))
                .query((row, n) -> posted.put(row.getString("currency"), new Money(row.getLong(2))))
                .list();
        Map<String, Money> billed =
                statement.totals().stream()
                        .filter(total -> !total.amount().equals(Money.ZERO))
                        .collect(
                                Collectors.toMap(
                                        Statement.Total::currency, Statement.Total::amount));
        if (!billed.equals(posted)) {
            throw new IllegalStateException(
                    "the statement of %s for %s comes to %s, and %s is posted: rebuild the roll-ups"
                            .formatted(statement.tenant(), statement.month(), billed, posted));
        }
    }

    @Transactional(readOnly = true)
    Optional<ClosedMonth> find(String tenant, YearMonth month) {
        return database.sql("SELECT * FROM billing_statement WHERE tenant = ? AND month = ?")
                .params(tenant, BillingPeriod.columnOf(month))
                .query((row, n) -> read(row))
                .optional();
    }

    private static ClosedMonth read(ResultSet row) throws SQLException {
        return new ClosedMonth(
                row.getString("tenant"),
                YearMonth.from(row.getObject("month", LocalDate.class)),
                row.getString("content"),
                row.getString("sha256"),
                row.getObject("closed_at", OffsetDateTime.class).toInstant(),
                row.getString("closed_by"));
    }

    private static String sha256(String content) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest(content.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
