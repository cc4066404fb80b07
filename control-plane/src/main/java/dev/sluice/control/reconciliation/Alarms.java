package dev.sluice.control.reconciliation;

import dev.sluice.control.reconciliation.Reconciliation.Row;
import dev.sluice.control.reconciliation.bills.BilledTokens;
import dev.sluice.model.money.Money;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Differences beyond the threshold, kept as they were when a bill came in. */
@Component
public class Alarms {
    private final JdbcClient database;

    Alarms(JdbcClient database) {
        this.database = database;
    }

    /**
     * One of them.
     *
     * @param bill that brought it
     * @param model the provider's name of it
     */
    public record Alarm(
            UUID bill,
            String upstream,
            LocalDate day,
            String model,
            @Nullable String currency,
            @Nullable Long oursTokens,
            @Nullable Long theirsTokens,
            @Nullable Money ours,
            @Nullable Money theirs,
            Instant raisedAt) {}

    void raise(BillView bill, String currency, List<Row> rows, Instant at) {
        for (var row : rows) {
            if (row.isAlarm() && row.day() != null) {
                database.sql(
                                """
                                INSERT INTO reconciliation_alarm (bill, upstream, day, model, currency,
                                    ours_tokens, theirs_tokens, ours_nanos, theirs_nanos, raised_at)
                                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                                """)
                        .params(
                                Arrays.asList(
                                        bill.id(),
                                        bill.upstream(),
                                        row.day(),
                                        row.model(),
                                        currency,
                                        total(row.ours().tokens()),
                                        total(row.theirs().tokens()),
                                        nanos(row.ours().cost()),
                                        nanos(row.theirs().cost()),
                                        at.atOffset(ZoneOffset.UTC)))
                        .update();
            }
        }
    }

    private static @Nullable Long total(@Nullable BilledTokens tokens) {
        return tokens == null ? null : tokens.total();
    }

    private static @Nullable Long nanos(@Nullable Money money) {
        return money == null ? null : money.nanos();
    }

    /** Newest first. */
    List<Alarm> list(@Nullable String upstream, int most) {
        return database.sql(
                        """
                        SELECT * FROM reconciliation_alarm
                        WHERE cast(:upstream as text) IS NULL OR upstream = :upstream
                        ORDER BY raised_at DESC, day DESC, model LIMIT :most
                        """)
                .param("upstream", upstream)
                .param("most", most)
                .query((row, n) ->
                        new Alarm(
                                row.getObject("bill", UUID.class),
                                row.getString("upstream"),
                                row.getObject("day", LocalDate.class),
                                row.getString("model"),
                                row.getString("currency"),
                                row.getObject("ours_tokens", Long.class),
                                row.getObject("theirs_tokens", Long.class),
                                money(row.getObject("ours_nanos", Long.class)),
                                money(row.getObject("theirs_nanos", Long.class)),
                                row.getObject("raised_at", OffsetDateTime.class).toInstant()))
                .list();
    }

    private static @Nullable Money money(@Nullable Long nanos) {
        return nanos == null ? null : new Money(nanos);
    }
}
