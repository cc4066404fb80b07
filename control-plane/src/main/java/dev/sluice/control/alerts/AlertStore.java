package dev.sluice.control.alerts;

import dev.sluice.model.json.SluiceJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Alerts in the database. */
@Component
class AlertStore {
    private final JdbcClient database;

    AlertStore(JdbcClient database) {
        this.database = database;
    }

    void add(Alert alert, String subject) {
        database.sql(
                        """
                        INSERT INTO alert (id, tenant, kind, subject, text, details, raised_at)
                        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, subject) DO NOTHING
                        """)
                .params(
                        alert.id(),
                        alert.tenant(),
                        alert.kind().text(),
                        subject,
                        alert.text(),
                        alert.details().toString(),
                        alert.raisedAt().atOffset(ZoneOffset.UTC))
                .update();
    }

    void remove(AlertKind kind, String subject) {
        database.sql("DELETE FROM alert WHERE kind = ? AND subject = ?")
                .params(kind.text(), subject)
                .update();
    }

    List<Alert> find(@Nullable String tenant, @Nullable AlertKind kind, int limit) {
        return database.sql(
                        """
                        SELECT * FROM alert
                        WHERE (cast(:tenant AS text) IS NULL OR tenant = :tenant)
                          AND (cast(:kind AS text) IS NULL OR kind = :kind)
                        ORDER BY raised_at DESC, id DESC LIMIT :limit
                        """)
                .param("tenant", tenant)
                .param("kind", kind == null ? null : kind.text())
                .param("limit", limit)
                .query((row, n) -> read(row))
                .list();
    }

    Alert byId(UUID id) {
        return database.sql("SELECT * FROM alert WHERE id = ?")
                .param(id)
                .query((row, n) -> read(row))
                .single();
    }

    List<Alert> takeUnplanned(int most) {
        return database.sql(
                        """
                        SELECT * FROM alert WHERE planned_at IS NULL
                        ORDER BY raised_at, id LIMIT ? FOR UPDATE SKIP LOCKED
                        """)
                .param(most)
                .query((row, n) -> read(row))
                .list();
    }

    void planned(UUID id, Instant now) {
        database.sql("UPDATE alert SET planned_at = ? WHERE id = ?")
                .params(now.atOffset(ZoneOffset.UTC), id)
                .update();
    }

    void forget(Instant before) {
        database.sql("DELETE FROM alert WHERE raised_at < ?")
                .param(before.atOffset(ZoneOffset.UTC))
                .update();
    }

    private static Alert read(ResultSet row) throws SQLException {
        return new Alert(
                row.getObject("id", UUID.class),
                row.getString("tenant"),
                AlertKind.find(row.getString("kind")).orElseThrow(),
                row.getString("text"),
                SluiceJson.mapper().readTree(row.getString("details")),
                row.getObject("raised_at", OffsetDateTime.class).toInstant());
    }
}
