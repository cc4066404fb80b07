package dev.sluice.control.anomalies;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Anomalies in the database. */
@Component
class AnomalyStore {
    private static final double NANOS = 1e9;

    private final JdbcClient database;

    AnomalyStore(JdbcClient database) {
        this.database = database;
    }

    /** Whether it is new: one is found once, by whichever control plane. */
    boolean add(Anomaly found) {
        var scale = found.metric() == Metric.SPEND ? NANOS : 1;
        return database.sql(
                                """
                                INSERT INTO anomaly
                                    (id, tenant, app, metric, hour, value, usual, spread, calls,
                                     currency, found_at)
                                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                                ON CONFLICT (tenant, app, metric, hour) DO NOTHING
                                """)
                        .params(
                                found.id(),
                                found.tenant(),
                                found.app(),
                                found.metric().text(),
                                found.hour().atOffset(ZoneOffset.UTC),
                                found.value() / scale,
                                found.usual() / scale,
                                found.spread() / scale,
                                found.calls(),
                                found.currency(),
                                found.foundAt().atOffset(ZoneOffset.UTC))
                        .update()
                == 1;
    }

    /** The latest first. */
    List<Anomaly> find(@Nullable String tenant, @Nullable String app, boolean openOnly, int limit) {
        return database.sql(
                        """
                        SELECT * FROM anomaly
                        WHERE (cast(:tenant AS text) IS NULL OR tenant = :tenant)
                          AND (cast(:app AS text) IS NULL OR app = :app)
                          AND (NOT :open OR acknowledged_at IS NULL)
                        ORDER BY hour DESC, tenant, app, metric LIMIT :limit
                        """)
                .param("tenant", tenant)
                .param("app", app)
                .param("open", openOnly)
                .param("limit", limit)
                .query((row, n) -> read(row))
                .list();
    }

    Optional<Anomaly> byId(UUID id) {
        return database.sql("SELECT * FROM anomaly WHERE id = ?")
                .param(id)
                .query((row, n) -> read(row))
                .optional();
    }

    /** The first who does so is named. */
    void acknowledge(UUID id, Instant at, String by) {
        database.sql(
                        """
                        UPDATE anomaly SET acknowledged_at = ?, acknowledged_by = ?
                        WHERE id = ? AND acknowledged_at IS NULL
                        """)
                .params(at.atOffset(ZoneOffset.UTC), by, id)
                .update();
    }

    private static Anomaly read(ResultSet row) throws SQLException {
        var acknowledged = row.getObject("acknowledged_at", OffsetDateTime.class);
        var value = row.getDouble("value");
        var usual = row.getDouble("usual");
        return new Anomaly(
                row.getObject("id", UUID.class),
                row.getString("tenant"),
                row.getString("app"),
                Metric.parse(row.getString("metric")),
                row.getObject("hour", OffsetDateTime.class).toInstant(),
                value,
                usual,
                row.getDouble("spread"),
                value > usual ? "above" : "below",
                row.getLong("calls"),
                row.getString("currency"),
                row.getObject("found_at", OffsetDateTime.class).toInstant(),
                acknowledged == null ? null : acknowledged.toInstant(),
                row.getString("acknowledged_by"));
    }
}
