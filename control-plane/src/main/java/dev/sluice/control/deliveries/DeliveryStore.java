package dev.sluice.control.deliveries;

import dev.sluice.control.calendar.BillingPeriod;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Deliveries and their log in the database. */
@Component
class DeliveryStore {
    private final JdbcClient database;

    DeliveryStore(JdbcClient database) {
        this.database = database;
    }

    /** Planned once, whoever plans it and however often. */
    void plan(Delivery wanted, Instant now) {
        database.sql(
                        """
                        INSERT INTO report_delivery
                            (id, tenant, month, kind, address, secret, formats, state, due_at,
                             planned_at)
                        VALUES (:id, :tenant, :month, :kind, :address, :secret, :formats,
                                'waiting', :due, :now)
                        ON CONFLICT (tenant, month, kind, address) DO NOTHING
                        """)
                .param("id", wanted.id())
                .param("tenant", wanted.tenant())
                .param("month", BillingPeriod.columnOf(wanted.month()))
                .param("kind", wanted.kind())
                .param("address", wanted.address())
                .param("secret", wanted.secret())
                .param("formats", String.join(",", wanted.formats()))
                .param("due", wanted.dueAt().atOffset(ZoneOffset.UTC))
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
    }

    /** One that is due and that nobody else is sending; held until the transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Delivery> takeDue(Instant now) {
        return database.sql(
                        """
                        SELECT * FROM report_delivery
                        WHERE state = 'waiting' AND due_at <= ?
                        ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
                        """)
                .param(now.atOffset(ZoneOffset.UTC))
                .query((row, n) -> read(row, List.of()))
                .optional();
    }

    /** Held like one that is taken. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Delivery> lock(UUID id) {
        return database.sql("SELECT * FROM report_delivery WHERE id = ? FOR UPDATE")
                .param(id)
                .query((row, n) -> read(row, List.of()))
                .optional();
    }

    /**
     * Writes a try into the log.
     *
     * @param fault null where it was taken
     */
    @Transactional(propagation = Propagation.MANDATORY)
    void note(Delivery tried, Instant at, long tookMs, @Nullable String fault) {
        database.sql("INSERT INTO report_delivery_try VALUES (:id, :number, :at, :took, :fault)")
                .param("id", tried.id())
                .param("number", tried.tries() + 1)
                .param("at", at.atOffset(ZoneOffset.UTC))
                .param("took", tookMs)
                .param("fault", fault)
                .update();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    void move(
            UUID id,
            String state,
            int tries,
            Instant dueAt,
            @Nullable Instant deliveredAt,
            @Nullable String fault) {
        database.sql(
                        """
                        UPDATE report_delivery
                        SET state = :state, tries = :tries, due_at = :due,
                            delivered_at = :delivered, last_fault = :fault
                        WHERE id = :id
                        """)
                .param("id", id)
                .param("state", state)
                .param("tries", tries)
                .param("due", dueAt.atOffset(ZoneOffset.UTC))
                .param(
                        "delivered",
                        deliveredAt == null ? null : deliveredAt.atOffset(ZoneOffset.UTC))
                .param("fault", fault)
                .update();
    }

    /** Newest month first, with their log. */
    List<Delivery> find(
            @Nullable String tenant, @Nullable YearMonth month, @Nullable String state, int limit) {
        return database.sql(
                        """
                        SELECT * FROM report_delivery
                        WHERE (cast(:tenant AS text) IS NULL OR tenant = :tenant)
                          AND (cast(:month AS date) IS NULL OR month = :month)
                          AND (cast(:state AS text) IS NULL OR state = :state)
                        ORDER BY month DESC, tenant, kind, address LIMIT :limit
                        """)
                .param("tenant", tenant)
                .param("month", month == null ? null : BillingPeriod.columnOf(month))
                .param("state", state)
                .param("limit", limit)
                .query((row, n) -> read(row, log(row.getObject("id", UUID.class))))
                .list();
    }

    private List<Delivery.Try> log(UUID id) {
        return database.sql(
                        "SELECT * FROM report_delivery_try WHERE delivery = ? ORDER BY number DESC")
                .param(id)
                .query((row, n) ->
                        new Delivery.Try(
                                row.getInt("number"),
                                instant(row, "at"),
                                row.getLong("took_ms"),
                                row.getString("fault")))
                .list();
    }

    private static Delivery read(ResultSet row, List<Delivery.Try> log) throws SQLException {
        var formats = row.getString("formats");
        var delivered = row.getObject("delivered_at", OffsetDateTime.class);
        return new Delivery(
                row.getObject("id", UUID.class),
                row.getString("tenant"),
                YearMonth.from(row.getObject("month", LocalDate.class)),
                row.getString("kind"),
                row.getString("address"),
                row.getString("secret"),
                formats.isEmpty() ? List.of() : List.of(formats.split(",", -1)),
                row.getString("state"),
                row.getInt("tries"),
                instant(row, "due_at"),
                delivered == null ? null : delivered.toInstant(),
                row.getString("last_fault"),
                log);
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
