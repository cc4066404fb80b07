package dev.sluice.control.reconciliation;

import dev.sluice.control.reconciliation.bills.Bill;
import dev.sluice.control.reconciliation.bills.BillLine;
import dev.sluice.control.reconciliation.bills.BilledTokens;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Keeps providers' bills, and knows which of them counts for a day. */
@Component
class BillStore {
    private static final int BATCH = 1_000;

    private final JdbcClient database;
    private final JdbcTemplate batches;

    BillStore(JdbcClient database, JdbcTemplate batches) {
        this.database = database;
        this.batches = batches;
    }

    /** One import of an upstream at a time, so that versions follow each other. */
    void lock(String upstream) {
        database.sql("SELECT pg_advisory_xact_lock(hashtext('sluice.bill.' || ?))")
                .param(upstream)
                .query((row, n) -> 1)
                .list();
    }

    int nextVersion(String upstream, Bill bill) {
        return database.sql(
                        """
                        SELECT coalesce(max(version), 0) + 1 FROM provider_bill
                        WHERE upstream = ? AND first_day <= ? AND last_day >= ?
                          AND (tells_tokens AND ? OR tells_money AND ?)
                        """)
                .params(
                        upstream,
                        bill.lastDay(),
                        bill.firstDay(),
                        bill.tellsTokens(),
                        bill.tellsMoney())
                .query(Integer.class)
                .single();
    }

    void insert(BillView view, Bill bill) {
        database.sql(
                        """
                        INSERT INTO provider_bill (id, upstream, format, first_day, last_day, version,
                            tells_tokens, tells_money, currency, lines, sha256, warnings, made_at,
                            made_by)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """)
                .params(
                        Arrays.asList(
                                view.id(),
                                view.upstream(),
                                view.format(),
                                view.firstDay(),
                                view.lastDay(),
                                view.version(),
                                view.tellsTokens(),
                                view.tellsMoney(),
                                view.currency(),
                                view.lines(),
                                view.sha256(),
                                SluiceJson.mapper().writeValueAsString(view.warnings()),
                                view.madeAt().atOffset(ZoneOffset.UTC),
                                view.madeBy()))
                .update();
        var lines = bill.lines();
        batches.batchUpdate(
                """
                INSERT INTO provider_bill_line (bill, line, starts_at, ends_at, model, key_id, item,
                    requests, input, cached_input, cache_write, output, amount_nanos)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                IntStream.range(0, lines.size())
                        .mapToObj(i -> row(view.id(), i, lines.get(i)))
                        .toList());
    }

    private static @Nullable Object[] row(UUID bill, int number, BillLine line) {
        var tokens = line.tokens();
        var amount = line.amount();
        return new @Nullable Object[] {
            bill,
            number,
            line.startsAt().atOffset(ZoneOffset.UTC),
            line.endsAt().atOffset(ZoneOffset.UTC),
            line.model(),
            line.key(),
            line.item(),
            line.requests(),
            tokens == null ? null : tokens.input(),
            tokens == null ? null : tokens.cachedInput(),
            tokens == null ? null : tokens.cacheWrite(),
            tokens == null ? null : tokens.output(),
            amount == null ? null : amount.nanos()
        };
    }

    /** Newest first; of one upstream when it is given, those that cover a day of the span. */
    List<BillView> bills(@Nullable String upstream, LocalDate from, LocalDate to) {
        return database.sql(
                        """
                        SELECT b.*, NOT EXISTS (
                            SELECT FROM generate_series(b.first_day, b.last_day, '1 day') AS d (day)
                            WHERE (b.tells_tokens AND NOT EXISTS (
                                       SELECT FROM provider_bill n
                                       WHERE n.upstream = b.upstream AND n.tells_tokens
                                         AND n.id > b.id
                                         AND d.day BETWEEN n.first_day AND n.last_day))
                               OR (b.tells_money AND NOT EXISTS (
                                       SELECT FROM provider_bill n
                                       WHERE n.upstream = b.upstream AND n.tells_money
                                         AND n.id > b.id
                                         AND d.day BETWEEN n.first_day AND n.last_day)))
                            AS is_replaced
                        FROM provider_bill b
                        WHERE (cast(:upstream as text) IS NULL OR b.upstream = :upstream)
                          AND b.first_day <= :to AND b.last_day >= :from
                        ORDER BY b.id DESC
                        """)
                .param("upstream", upstream)
                .param("from", from)
                .param("to", to)
                .query((row, n) -> view(row))
                .list();
    }

    /** With its lines and the alarms that it brought. */
    boolean remove(UUID id) {
        for (var table : List.of("reconciliation_alarm", "provider_bill_line")) {
            database.sql("DELETE FROM " + table + " WHERE bill = ?").param(id).update();
        }
        return database.sql("DELETE FROM provider_bill WHERE id = ?").param(id).update() == 1;
    }

    Optional<BillView> find(UUID id) {
        return bills(null, LocalDate.EPOCH, LocalDate.of(9999, 1, 1)).stream()
                .filter(it -> it.id().equals(id))
                .findFirst();
    }

    private static BillView view(ResultSet row) throws SQLException {
        return new BillView(
                row.getObject("id", UUID.class),
                row.getString("upstream"),
                row.getString("format"),
                row.getObject("first_day", LocalDate.class),
                row.getObject("last_day", LocalDate.class),
                row.getInt("version"),
                row.getBoolean("is_replaced"),
                row.getBoolean("tells_tokens"),
                row.getBoolean("tells_money"),
                row.getString("currency"),
                row.getInt("lines"),
                row.getString("sha256"),
                List.of(SluiceJson.mapper().readValue(row.getString("warnings"), String[].class)),
                row.getObject("made_at", OffsetDateTime.class).toInstant(),
                row.getString("made_by"));
    }

    /** The lines of bills, each with what counts of it: of a day the newest bill that tells it. */
    List<BillLine> lines(List<BillView> newestFirst, LocalDate from, LocalDate to) {
        var tokens = new TreeMap<LocalDate, UUID>();
        var money = new TreeMap<LocalDate, UUID>();
        for (var bill : newestFirst) {
            var last = bill.lastDay().isAfter(to) ? to : bill.lastDay();
            var first = bill.firstDay().isBefore(from) ? from : bill.firstDay();
            first.datesUntil(last.plusDays(1))
                    .forEach(day -> {
                        if (bill.tellsTokens()) {
                            tokens.putIfAbsent(day, bill.id());
                        }
                        if (bill.tellsMoney()) {
                            money.putIfAbsent(day, bill.id());
                        }
                    });
        }
        return newestFirst.stream()
                .flatMap(bill ->
                        stored(bill.id(), from, to).stream()
                                .map(line -> counting(line, bill.id(), tokens, money)))
                .filter(line -> line.tokens() != null || line.amount() != null)
                .toList();
    }

    private static BillLine counting(
            BillLine line, UUID bill, Map<LocalDate, UUID> tokens, Map<LocalDate, UUID> money) {
        var tellsTokens = bill.equals(tokens.get(line.day()));
        return new BillLine(
                line.startsAt(),
                line.endsAt(),
                line.model(),
                line.key(),
                line.item(),
                tellsTokens ? line.requests() : null,
                tellsTokens ? line.tokens() : null,
                bill.equals(money.get(line.day())) ? line.amount() : null);
    }

    private List<BillLine> stored(UUID bill, LocalDate from, LocalDate to) {
        return database.sql(
                        """
                        SELECT * FROM provider_bill_line
                        WHERE bill = ? AND starts_at >= ? AND starts_at < ? ORDER BY line
                        """)
                .withFetchSize(BATCH)
                .params(
                        bill,
                        from.atStartOfDay().atOffset(ZoneOffset.UTC),
                        to.plusDays(1).atStartOfDay().atOffset(ZoneOffset.UTC))
                .query((row, n) -> line(row))
                .list();
    }

    private static BillLine line(ResultSet row) throws SQLException {
        var input = row.getObject("input", Long.class);
        var amount = row.getObject("amount_nanos", Long.class);
        return new BillLine(
                instant(row, "starts_at"),
                instant(row, "ends_at"),
                row.getString("model"),
                row.getString("key_id"),
                row.getString("item"),
                row.getObject("requests", Long.class),
                input == null
                        ? null
                        : new BilledTokens(
                                input,
                                row.getLong("cached_input"),
                                row.getLong("cache_write"),
                                row.getLong("output")),
                amount == null ? null : new Money(amount));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
