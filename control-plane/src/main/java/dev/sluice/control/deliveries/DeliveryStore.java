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
    private static final int PLACES_OF_TENANT = 2;
    private static final int PLACES_TO_RECEIVER = 4;

    private static final String ALERT_TEXT =
            "(SELECT text FROM alert a WHERE a.id = report_delivery.alert) AS alert_text";

    private final JdbcClient database;

    DeliveryStore(JdbcClient database) {
        this.database = database;
    }

    /** Planned once, whoever plans it and however often. */
    void plan(Delivery wanted, Instant now) {
        database.sql(
                        """
                        INSERT INTO report_delivery
                            (id, tenant, month, alert, kind, address, secret, formats, state,
                             due_at, planned_at)
                        VALUES (:id, :tenant, :month, :alert, :kind, :address, :secret, :formats,
                                'waiting', :due, :now)
                        ON CONFLICT DO NOTHING
                        """)
                .param("id", wanted.id())
                .param("tenant", wanted.tenant())
                .param(
                        "month",
                        wanted.month() == null ? null : BillingPeriod.columnOf(wanted.month()))
                .param("alert", wanted.alert() == null ? null : wanted.alert().id())
                .param("kind", wanted.kind())
                .param("address", wanted.address())
                .param("secret", wanted.secret())
                .param("formats", String.join(",", wanted.formats()))
                .param("due", wanted.dueAt().atOffset(ZoneOffset.UTC))
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
    }

    /** Whether anything of a month is in the books. */
    boolean hasUsage(String tenant, BillingPeriod month) {
        return database.sql(
                        """
                        SELECT EXISTS (SELECT FROM usage_quarter_hour
                                       WHERE tenant = ? AND bucket >= ? AND bucket < ?)
                        """)
                .params(
                        tenant,
                        month.start().atOffset(ZoneOffset.UTC),
                        month.end().atOffset(ZoneOffset.UTC))
                .query(Boolean.class)
                .single();
    }

    /**
     * One that is due, that nobody else is sending, and for which there is a place: of a tenant,
     * and to a receiver, few are sent at a time. What was never tried goes first.
     */
    Optional<Delivery> takeDue(Instant now, Instant heldUntil) {
        return database.sql(
                        """
                        UPDATE report_delivery SET held_until = :until
                        WHERE id = (
                            SELECT d.id FROM report_delivery d
                            WHERE d.state = 'waiting' AND d.due_at <= :now
                              AND (d.held_until IS NULL OR d.held_until <= :now)
                              AND (SELECT count(*) FROM report_delivery h
                                   WHERE h.held_until > :now AND h.tenant = d.tenant) < :ofTenant
                              AND (SELECT count(*) FROM report_delivery h
                                   WHERE h.held_until > :now AND h.receiver = d.receiver)
                                  < :toReceiver
                            ORDER BY d.tries, d.due_at, d.id LIMIT 1 FOR UPDATE SKIP LOCKED)
                        RETURNING *,\
                        """
                                + ALERT_TEXT)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .param("until", heldUntil.atOffset(ZoneOffset.UTC))
                .param("ofTenant", PLACES_OF_TENANT)
                .param("toReceiver", PLACES_TO_RECEIVER)
                .query((row, n) -> read(row, List.of()))
                .optional();
    }

    /** Kept from others until the transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Delivery> lock(UUID id) {
        return database.sql(
                        "SELECT *, " + ALERT_TEXT + " FROM report_delivery WHERE id = ? FOR UPDATE")
                .param(id)
                .query((row, n) -> read(row, List.of()))
                .optional();
    }

    /** Writes a try into the log, and what follows from it; nobody holds the delivery any more. */
    @Transactional
    void finish(
            Delivery taken,
            Delivery.Try made,
            String state,
            Instant dueAt,
            @Nullable Instant deliveredAt) {
        int moved =
                database.sql(
                                """
                                UPDATE report_delivery
                                SET state = :state, tries = :tries, due_at = :due,
                                    delivered_at = :delivered, last_fault = :fault,
                                    held_until = NULL
                                WHERE id = :id AND tries = :before AND state = 'waiting'
                                """)
                        .param("id", taken.id())
                        .param("before", taken.tries())
                        .param("state", state)
                        .param("tries", made.number())
                        .param("due", dueAt.atOffset(ZoneOffset.UTC))
                        .param(
                                "delivered",
                                deliveredAt == null ? null : deliveredAt.atOffset(ZoneOffset.UTC))
                        .param("fault", made.fault())
                        .update();
        if (moved == 0) {
            throw new IllegalStateException("somebody else has sent it meanwhile");
        }
        database.sql("INSERT INTO report_delivery_try VALUES (:id, :number, :at, :took, :fault)")
                .param("id", taken.id())
                .param("number", made.number())
                .param("at", made.at().atOffset(ZoneOffset.UTC))
                .param("took", made.tookMs())
                .param("fault", made.fault())
                .update();
    }

    /** Gives back what was taken and not tried to its end: whoever looks next may send it. */
    @Transactional
    void release(Delivery taken) {
        database.sql(
                        """
                        UPDATE report_delivery SET held_until = NULL
                        WHERE id = ? AND tries = ? AND state = 'waiting'
                        """)
                .params(taken.id(), taken.tries())
                .update();
    }

    /** Due at once, given up or not. */
    @Transactional(propagation = Propagation.MANDATORY)
    void makeDue(UUID id, Instant now) {
        database.sql("UPDATE report_delivery SET state = 'waiting', due_at = :now WHERE id = :id")
                .param("id", id)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
    }

    /** Newest first, with their log. */
    List<Delivery> find(
            @Nullable String tenant, @Nullable YearMonth month, @Nullable String state, int limit) {
        return database.sql(
                        "SELECT *, "
                                + ALERT_TEXT
                                + """
                                 FROM report_delivery
                                WHERE (cast(:tenant AS text) IS NULL OR tenant = :tenant)
                                  AND (cast(:month AS date) IS NULL OR month = :month)
                                  AND (cast(:state AS text) IS NULL OR state = :state)
                                ORDER BY planned_at DESC, tenant, kind, address LIMIT :limit
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
        var month = row.getObject("month", LocalDate.class);
        var alert = row.getObject("alert", UUID.class);
        var formats = row.getString("formats");
        var delivered = row.getObject("delivered_at", OffsetDateTime.class);
        return new Delivery(
                row.getObject("id", UUID.class),
                row.getString("tenant"),
                month == null ? null : YearMonth.from(month),
                alert == null ? null : new Delivery.Told(alert, row.getString("alert_text")),
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
