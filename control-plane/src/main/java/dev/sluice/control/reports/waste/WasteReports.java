package dev.sluice.control.reports.waste;

import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.calendar.TenantClock;
import dev.sluice.control.reports.waste.WasteReport.Item;
import dev.sluice.control.reports.waste.WasteReport.Kind;
import dev.sluice.control.reports.waste.WasteReport.Unknown;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.UsageEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Finds waste in the entries of a span. */
@Service
public class WasteReports {
    private static final Duration LONGEST = Duration.ofDays(62);
    private static final int MOST_FALLBACKS = 100_000;
    private static final int MOST_SECONDS = 60;

    private static final Unknown REPEATS =
            new Unknown(
                    "repeats",
                    "usage events carry no fingerprint of the request, so requests that a cache"
                            + " could have answered cannot be told");

    private static final Comparator<Item> DEAREST_FIRST =
            Comparator.<Item>comparingLong(it -> it.cost() == null ? -1 : it.cost().nanos())
                    .thenComparingLong(Item::tokens)
                    .reversed()
                    .thenComparing(Item::kind)
                    .thenComparing(Item::tenant)
                    .thenComparing(Item::app);

    private final JdbcClient database;
    private final FallbackUplift uplift;
    private final TenantCalendar calendar;
    private final KnownTenants tenants;
    private final AccessGuard guard;

    WasteReports(
            JdbcClient database,
            FallbackUplift uplift,
            TenantCalendar calendar,
            KnownTenants tenants,
            AccessGuard guard) {
        this.database = database;
        this.uplift = uplift;
        this.calendar = calendar;
        this.tenants = tenants;
        this.guard = guard;
    }

    /** A month of the tenant's calendar; of UTC where it is about all tenants. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ, timeout = MOST_SECONDS)
    public WasteReport of(YearMonth month, @Nullable String tenant) {
        var only = tenant != null && guard.maySee(tenant) ? tenant : guard.onlyTenant();
        var clock = only == null ? TenantClock.UTC : calendar.clocks().of(only);
        var period = clock.period(month);
        return of(period.start(), period.end(), tenant);
    }

    /** Nothing of tenants that the person may not see. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ, timeout = MOST_SECONDS)
    public WasteReport of(Instant from, Instant to, @Nullable String tenant) {
        if (!from.isBefore(to) || Duration.between(from, to).compareTo(LONGEST) > 0) {
            throw Refusal.badRequest(
                    "'from' has to be before 'to', at most " + LONGEST.toDays() + " days");
        }
        var items = tenants.found(tenant, only -> items(from, to, only));
        return new WasteReport(from, to, items, List.of(REPEATS));
    }

    private List<Item> items(Instant from, Instant to, @Nullable String only) {
        var items = new ArrayList<Item>();
        items.addAll(rows(WasteSql.ENDED_BADLY, from, to, only));
        items.addAll(rows(WasteSql.RETRIES, from, to, only));
        items.addAll(rows(WasteSql.LONG_CAPS, from, to, only));
        items.addAll(uplift.of(fallbacks(from, to, only)));
        items.sort(DEAREST_FIRST);
        return items;
    }

    private List<Item> rows(String sql, Instant from, Instant to, @Nullable String tenant) {
        return asked(sql, from, to, tenant).query((row, n) -> item(row)).list();
    }

    private List<UsageEvent> fallbacks(Instant from, Instant to, @Nullable String tenant) {
        return asked(WasteSql.FALLBACKS, from, to, tenant)
                .param("most", MOST_FALLBACKS)
                .query((row, n) ->
                        SluiceJson.mapper().readValue(row.getString("event"), UsageEvent.class))
                .list();
    }

    private JdbcClient.StatementSpec asked(
            String sql, Instant from, Instant to, @Nullable String tenant) {
        return database.sql(sql)
                .param("firstDay", LocalDate.ofInstant(from, ZoneOffset.UTC).minusDays(1))
                .param("lastDay", LocalDate.ofInstant(to, ZoneOffset.UTC).plusDays(1))
                .param("from", from.atOffset(ZoneOffset.UTC))
                .param("to", to.atOffset(ZoneOffset.UTC))
                .param("tenant", tenant);
    }

    private static Item item(ResultSet row) throws SQLException {
        var kind = Kind.valueOf(row.getString("kind"));
        var model = row.getString("model");
        return new Item(
                kind,
                row.getString("tenant"),
                row.getString("app"),
                row.getString("alias"),
                model.isEmpty() ? null : model,
                row.getLong("calls"),
                row.getLong("tokens"),
                money(row, "cost"),
                row.getString("currency"),
                money(row, "provider_cost"),
                row.getString("provider_currency"),
                kind == Kind.LONG_CAP
                        ? kind.advice()
                                + "; 95 of 100 answers have at most "
                                + row.getLong("p95")
                                + " tokens"
                        : kind.advice());
    }

    private static @Nullable Money money(ResultSet row, String column) throws SQLException {
        var nanos = row.getLong(column);
        return row.wasNull() ? null : new Money(nanos);
    }
}
