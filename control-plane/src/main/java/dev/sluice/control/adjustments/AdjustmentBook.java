package dev.sluice.control.adjustments;

import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.ledger.UsageDays;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Keeps adjustments: a row that says why, and a ledger transaction that moves the money. */
@Component
public class AdjustmentBook {
    private final JdbcClient database;
    private final UsageDays days;

    AdjustmentBook(JdbcClient database, UsageDays days) {
        this.database = database;
        this.days = days;
    }

    /** Books it, or finds that its reference is booked already. */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean book(Adjustment made) {
        var day = Uuid7.dayOf(made.id());
        ensure(day);
        int rows =
                database.sql(
                                """
                                INSERT INTO ledger_adjustment
                                    (id, kind, tenant, app, business_line, alias, model, used_in, billed_in,
                                     amount_nanos, currency, reason, reference, made_at, made_by)
                                VALUES (:id, :kind, :tenant, :app, :businessLine, :alias, :model,
                                        :usedIn, :billedIn,
                                        :nanos, :currency, :reason, :reference, :at, :by)
                                ON CONFLICT (tenant, reference) DO NOTHING
                                """)
                        .param("id", made.id())
                        .param("kind", made.kind().text())
                        .param("tenant", made.tenant())
                        .param("app", orEmpty(made.app()))
                        .param("businessLine", orEmpty(made.businessLine()))
                        .param("alias", orEmpty(made.alias()))
                        .param("model", orEmpty(made.model()))
                        .param(
                                "usedIn",
                                made.usedIn() == null
                                        ? null
                                        : BillingPeriod.columnOf(made.usedIn()))
                        .param("billedIn", BillingPeriod.columnOf(made.billedIn()))
                        .param("nanos", made.amount().nanos())
                        .param("currency", made.currency())
                        .param("reason", made.reason())
                        .param("reference", made.reference())
                        .param("at", made.madeAt().atOffset(ZoneOffset.UTC))
                        .param("by", made.madeBy())
                        .update();
        if (rows == 1) {
            post(day, made);
        }
        return rows == 1;
    }

    private void post(LocalDate day, Adjustment made) {
        database.sql(
                        """
                        INSERT INTO ledger_transaction (day, id, kind, event_id, tenant)
                        VALUES (?, ?, 'adjustment', ?, ?)
                        """)
                .params(day, made.id(), made.id(), made.tenant())
                .update();
        database.sql(
                        """
                        INSERT INTO ledger_posting
                            (day, transaction_id, line, account, party, currency, billed_in,
                             amount_nanos)
                        VALUES (:day, :id, 1, 'tenant_receivable', :tenant, :currency, :month,
                                :nanos),
                               (:day, :id, 2, 'usage_revenue', :tenant, :currency, :month, -:nanos)
                        """)
                .param("day", day)
                .param("id", made.id())
                .param("tenant", made.tenant())
                .param("currency", made.currency())
                .param("month", BillingPeriod.columnOf(made.billedIn()))
                .param("nanos", made.amount().nanos())
                .update();
        database.sql("INSERT INTO billing_month VALUES (?, ?) ON CONFLICT DO NOTHING")
                .params(made.tenant(), BillingPeriod.columnOf(made.billedIn()))
                .update();
    }

    private void ensure(LocalDate day) {
        try {
            days.ensureAhead(day, 0);
        } catch (SQLException away) {
            throw new DataAccessResourceFailureException("the day cannot be made", away);
        }
    }

    /** Whether anything was booked into the month. */
    @Transactional(readOnly = true)
    public boolean hasBill(String tenant, YearMonth month) {
        return database.sql(
                        "SELECT EXISTS (SELECT FROM billing_month WHERE tenant = ? AND month = ?)")
                .params(tenant, BillingPeriod.columnOf(month))
                .query(Boolean.class)
                .single();
    }

    @Transactional(readOnly = true)
    public Optional<Adjustment> byReference(String tenant, String reference) {
        return database.sql("SELECT * FROM ledger_adjustment WHERE tenant = ? AND reference = ?")
                .params(tenant, reference)
                .query((row, n) -> read(row))
                .optional();
    }

    /** Those that a month bears, oldest first. */
    @Transactional(readOnly = true)
    public List<Adjustment> borneBy(String tenant, YearMonth month) {
        return database.sql(
                        """
                        SELECT * FROM ledger_adjustment WHERE tenant = ? AND billed_in = ?
                        ORDER BY id
                        """)
                .params(tenant, BillingPeriod.columnOf(month))
                .query((row, n) -> read(row))
                .list();
    }

    /** Newest first, below the cursor. */
    @Transactional(readOnly = true)
    public List<Adjustment> find(
            @Nullable String tenant, @Nullable YearMonth month, @Nullable UUID cursor, int limit) {
        return database.sql(
                        """
                        SELECT * FROM ledger_adjustment
                        WHERE (cast(:tenant as text) IS NULL OR tenant = :tenant)
                          AND (cast(:month as date) IS NULL OR billed_in = :month)
                          AND (cast(:cursor as uuid) IS NULL OR id < :cursor)
                        ORDER BY id DESC LIMIT :limit
                        """)
                .param("tenant", tenant)
                .param("month", month == null ? null : BillingPeriod.columnOf(month))
                .param("cursor", cursor)
                .param("limit", limit)
                .query((row, n) -> read(row))
                .list();
    }

    private static Adjustment read(ResultSet row) throws SQLException {
        var usedIn = row.getObject("used_in", LocalDate.class);
        return new Adjustment(
                row.getObject("id", UUID.class),
                AdjustmentKind.parse(row.getString("kind")),
                row.getString("tenant"),
                orNull(row.getString("app")),
                orNull(row.getString("business_line")),
                orNull(row.getString("alias")),
                orNull(row.getString("model")),
                usedIn == null ? null : YearMonth.from(usedIn),
                YearMonth.from(row.getObject("billed_in", LocalDate.class)),
                new Money(row.getLong("amount_nanos")),
                row.getString("currency"),
                row.getString("reason"),
                row.getString("reference"),
                row.getObject("made_at", OffsetDateTime.class).toInstant(),
                row.getString("made_by"));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
