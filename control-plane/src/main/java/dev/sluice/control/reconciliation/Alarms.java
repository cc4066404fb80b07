package dev.sluice.control.reconciliation;

import dev.sluice.control.alerts.Alert;
import dev.sluice.control.alerts.AlertKind;
import dev.sluice.control.alerts.Alerts;
import dev.sluice.control.reconciliation.Reconciliation.Row;
import dev.sluice.control.reconciliation.bills.BilledTokens;
import dev.sluice.model.money.Money;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Differences beyond the threshold, kept as they were when a bill came in. */
@Component
public class Alarms {
    private static final int MOST_TOLD = 20;

    private final JdbcClient database;
    private final Alerts alerts;

    Alarms(JdbcClient database, Alerts alerts) {
        this.database = database;
        this.alerts = alerts;
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

    /** What an alert tells: all alarms of a bill would be more than anybody reads. */
    record Told(int alarms, List<Alarm> first) {}

    /** People are told once of each bill, however many days and models differ. */
    void raise(BillView bill, String currency, List<Row> rows, Instant at) {
        var raised = rows.stream().filter(it -> it.isAlarm() && it.day() != null).toList();
        raised.forEach(row -> keep(bill, currency, row, at));
        if (!raised.isEmpty()) {
            alerts.raise(
                    Alert.INSTALLATION,
                    AlertKind.RECONCILIATION,
                    bill.id().toString(),
                    text(bill, currency, raised),
                    new Told(
                            raised.size(),
                            raised.stream()
                                    .limit(MOST_TOLD)
                                    .map(row -> alarm(bill, currency, row, at))
                                    .toList()));
        }
    }

    /** Nobody needs to be told of a bill that was taken back. */
    void withdraw(UUID bill) {
        alerts.withdraw(AlertKind.RECONCILIATION, bill.toString());
    }

    private static String text(BillView bill, String currency, List<Row> raised) {
        var first = raised.getFirst();
        var more = raised.size() - 1;
        return "the bill of %s differs from the ledger beyond the threshold on %s for %s: %s%s"
                .formatted(
                        bill.upstream(),
                        first.day(),
                        first.model().isEmpty() ? "calls without a model" : first.model(),
                        difference(first, currency),
                        more == 0
                                ? ""
                                : ", and %d more such %s"
                                        .formatted(more, more == 1 ? "difference" : "differences"));
    }

    private static String difference(Row row, String currency) {
        var ours = row.ours().cost();
        var theirs = row.theirs().cost();
        return !Objects.equals(ours, theirs)
                ? "%s %s here, %s there".formatted(orNothing(ours), currency, orNothing(theirs))
                : "%s tokens here, %s there"
                        .formatted(
                                orNothing(total(row.ours().tokens())),
                                orNothing(total(row.theirs().tokens())));
    }

    private static Object orNothing(@Nullable Object figure) {
        return figure == null ? "nothing" : figure;
    }

    private static Alarm alarm(BillView bill, String currency, Row row, Instant at) {
        return new Alarm(
                bill.id(),
                bill.upstream(),
                Objects.requireNonNull(row.day()),
                row.model(),
                currency,
                total(row.ours().tokens()),
                total(row.theirs().tokens()),
                row.ours().cost(),
                row.theirs().cost(),
                at);
    }

    private void keep(BillView bill, String currency, Row row, Instant at) {
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
