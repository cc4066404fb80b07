package dev.sluice.control.reconciliation;

import dev.sluice.model.money.Money;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Keeps from which difference on it is an alarm. */
@Component
class Thresholds {
    private final JdbcClient database;

    Thresholds(JdbcClient database) {
        this.database = database;
    }

    /** The upstream's own, else the installation's, else the usual one. */
    Threshold of(String upstream) {
        var all = all();
        return all.stream()
                .filter(it -> upstream.equals(it.upstream()))
                .findFirst()
                .or(() -> all.stream().filter(it -> it.upstream() == null).findFirst())
                .orElse(Threshold.USUAL);
    }

    /** Those that were set, the installation's first. */
    List<Threshold> all() {
        return database.sql(
                        """
                        SELECT upstream, percent, amount_nanos FROM reconciliation_threshold
                        ORDER BY upstream
                        """)
                .query((row, n) ->
                        new Threshold(
                                row.getString("upstream").isEmpty()
                                        ? null
                                        : row.getString("upstream"),
                                row.getBigDecimal("percent").stripTrailingZeros(),
                                new Money(row.getLong("amount_nanos"))))
                .list();
    }

    void set(Threshold threshold, Instant at, String by) {
        database.sql(
                        """
                        INSERT INTO reconciliation_threshold
                            (upstream, percent, amount_nanos, set_at, set_by)
                        VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (upstream) DO UPDATE
                        SET percent = EXCLUDED.percent, amount_nanos = EXCLUDED.amount_nanos,
                            set_at = EXCLUDED.set_at, set_by = EXCLUDED.set_by
                        """)
                .params(
                        name(threshold.upstream()),
                        threshold.percent(),
                        threshold.amount().nanos(),
                        at.atOffset(ZoneOffset.UTC),
                        by)
                .update();
    }

    private static String name(@Nullable String upstream) {
        return upstream == null ? "" : upstream;
    }
}
