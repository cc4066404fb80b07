package dev.sluice.control.ledger;

import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.calendar.TenantClocks;
import dev.sluice.control.ledger.UsageEntry.Placed;
import dev.sluice.control.ledger.copy.CopyRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Books those of some calls that nobody has booked before: rows and postings go in by COPY, and
 * what a batch adds to a roll-up is summed here first. Whoever wrote an event first has booked it.
 */
final class NewCalls {
    private static final String UNIQUE_VIOLATION = "23505";
    private static final int TRANSACTION_COLUMNS = 5;
    private static final int POSTING_COLUMNS = 8;
    private static final int USUAL_POSTINGS = 4;
    private static final int USUAL_ROW_BYTES = 150;

    private final Connection connection;
    private final List<Placed> known = new ArrayList<>();

    NewCalls(Connection connection) {
        this.connection = connection;
    }

    /** What was not booked, since it is already. */
    List<Placed> known() {
        return known;
    }

    Booked book(List<UsageEntry> entries, TenantClocks clocks) throws SQLException {
        var calls = insert(placed(entries, clocks));
        if (calls.isEmpty()) {
            return Booked.NOTHING;
        }
        noteMonths(calls);
        var rollups = RollupSql.values().stream().map(RollupSql.Sums::new).toList();
        for (var call : calls) {
            var figures = RollupSql.figuresOf(call);
            rollups.forEach(sums -> sums.add(call, figures));
        }
        for (var sums : rollups) {
            sums.write(connection);
        }
        post(calls);
        var overrun = 0L;
        var disagreements = 0L;
        for (var call : calls) {
            var rating = call.entry().rating();
            overrun = Math.addExact(overrun, rating.overrunNanos());
            disagreements += Boolean.FALSE.equals(rating.agrees()) ? 1 : 0;
        }
        return new Booked(calls.size(), 0, 0, disagreements, overrun);
    }

    /** In the order of their ids, so that writers of the same events wait for each other. */
    private List<Placed> placed(List<UsageEntry> entries, TenantClocks clocks) throws SQLException {
        var closed = closedMonths(entries);
        return entries.stream()
                .sorted(Comparator.comparing(entry -> entry.event().eventId()))
                .map(entry -> {
                    var tenant = entry.event().tenant();
                    var month = clocks.of(tenant).periodOf(entry.event().startedAt()).month();
                    var last = closed.get(tenant);
                    var bearing = last == null || month.isAfter(last) ? month : last.plusMonths(1);
                    return new Placed(
                            entry, BillingPeriod.columnOf(month), BillingPeriod.columnOf(bearing));
                })
                .toList();
    }

    /** The last closed month of each tenant that has one. */
    private Map<String, YearMonth> closedMonths(List<UsageEntry> entries) throws SQLException {
        var tenants = entries.stream().map(entry -> entry.event().tenant()).distinct().toArray();
        try (var query = connection.prepareStatement(BookingSql.FIND_CLOSED_MONTHS)) {
            query.setArray(1, connection.createArrayOf("text", tenants));
            var closed = new HashMap<String, YearMonth>();
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    closed.put(
                            rows.getString(1), YearMonth.from(rows.getObject(2, LocalDate.class)));
                }
            }
            return closed;
        }
    }

    /** All at once; where some are there already, the others. */
    private List<Placed> insert(List<Placed> calls) throws SQLException {
        var fresh = calls;
        while (!fresh.isEmpty()) {
            var before = connection.setSavepoint();
            try {
                UsageColumns.rowsOf(fresh).copyTo(connection, BookingSql.COPY_ENTRIES);
                connection.releaseSavepoint(before);
                return fresh;
            } catch (SQLException refused) {
                if (!UNIQUE_VIOLATION.equals(refused.getSQLState())) {
                    throw refused;
                }
                connection.rollback(before);
                var booked = bookedOf(fresh);
                if (booked.isEmpty()) {
                    throw refused;
                }
                var rest = new ArrayList<Placed>();
                for (var call : fresh) {
                    (booked.contains(call.event().eventId()) ? known : rest).add(call);
                }
                fresh = rest;
            }
        }
        return fresh;
    }

    private Set<UUID> bookedOf(List<Placed> calls) throws SQLException {
        try (var query = connection.prepareStatement(BookingSql.FIND_BOOKED)) {
            var days = calls.stream().map(call -> call.entry().day()).distinct().toArray();
            var ids = calls.stream().map(call -> call.event().eventId()).toArray();
            query.setArray(1, connection.createArrayOf("date", days));
            query.setArray(2, connection.createArrayOf("uuid", ids));
            var booked = new HashSet<UUID>();
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    booked.add(rows.getObject(1, UUID.class));
                }
            }
            return booked;
        }
    }

    private record TenantMonth(String tenant, LocalDate month) {}

    private void noteMonths(List<Placed> calls) throws SQLException {
        var months =
                calls.stream()
                        .map(call -> new TenantMonth(call.event().tenant(), call.billedIn()))
                        .distinct()
                        .toList();
        try (var insert = connection.prepareStatement(BookingSql.NOTE_MONTHS)) {
            insert.setArray(
                    1,
                    connection.createArrayOf(
                            "text", months.stream().map(TenantMonth::tenant).toArray()));
            insert.setArray(
                    2,
                    connection.createArrayOf(
                            "date", months.stream().map(TenantMonth::month).toArray()));
            insert.executeUpdate();
        }
    }

    private void post(List<Placed> calls) throws SQLException {
        var transactions = new CopyRows(TRANSACTION_COLUMNS, calls.size() * USUAL_ROW_BYTES);
        var postings =
                new CopyRows(POSTING_COLUMNS, calls.size() * USUAL_POSTINGS * USUAL_ROW_BYTES);
        for (var call : calls) {
            var lines = new Lines(call, postings);
            lines.write();
            if (lines.written > 0) {
                transactions.row(
                        call.entry().day(),
                        call.event().eventId(),
                        "usage",
                        call.event().eventId(),
                        call.event().tenant());
            }
        }
        transactions.copyTo(connection, BookingSql.COPY_TRANSACTIONS);
        postings.copyTo(connection, BookingSql.COPY_POSTINGS);
    }

    /** The postings of one call, in the order of account and party. */
    private static final class Lines {
        private final Placed call;
        private final CopyRows postings;
        private short written;

        Lines(Placed call, CopyRows postings) {
            this.call = call;
            this.postings = postings;
        }

        void write() {
            var event = call.event();
            var rating = call.entry().rating();
            long cost = event.cost().nanos();
            long overrun = rating.overrunNanos();
            var upstream = event.upstream() == null ? "" : event.upstream();
            line("platform_overrun", upstream, event.currency(), overrun);
            var costs = new TreeMap<>(rating.providerCostNanos());
            costs.forEach((party, nanos) ->
                    line("provider_expense", party, event.providerCurrency(), nanos));
            costs.forEach((party, nanos) ->
                    line("provider_payable", party, event.providerCurrency(), -nanos));
            line("tenant_receivable", event.tenant(), event.currency(), cost);
            line("usage_revenue", event.tenant(), event.currency(), -Math.addExact(cost, overrun));
        }

        private void line(String account, String party, String currency, long nanos) {
            if (nanos != 0) {
                written++;
                postings.row(
                        call.entry().day(),
                        call.event().eventId(),
                        written,
                        account,
                        party,
                        currency,
                        call.billedIn(),
                        nanos);
            }
        }
    }
}
