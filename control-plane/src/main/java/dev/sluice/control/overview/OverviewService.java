package dev.sluice.control.overview;

import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.snapshot.ConfigVersion;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.ExchangeRates;
import dev.sluice.model.snapshot.Installation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Reads what is going on; people of a tenant see that tenant alone. */
@Service
public class OverviewService {
    private static final Duration SPAN = Duration.ofMinutes(15);
    private static final Duration STEP = Duration.ofSeconds(10);

    /** What ended later may not be booked yet. */
    private static final Duration LAG = Duration.ofSeconds(3);

    /** The longest call that the first step can still show the end of. */
    private static final Duration LONGEST_CALL = Duration.ofMinutes(30);

    private static final int HOURS = 24;
    private static final int TOP = 6;

    private static final Comparator<Spend.Share> DEAREST_FIRST =
            Comparator.comparing(Spend.Share::cost)
                    .thenComparingLong(Spend.Share::requests)
                    .reversed()
                    .thenComparing(Spend.Share::name);

    private final JdbcClient database;
    private final VersionStore versions;
    private final TenantCalendar calendar;
    private final AccessGuard guard;
    private final Clock clock;

    OverviewService(
            JdbcClient database,
            VersionStore versions,
            TenantCalendar calendar,
            AccessGuard guard,
            Clock clock) {
        this.database = database;
        this.versions = versions;
        this.calendar = calendar;
        this.guard = guard;
        this.clock = clock;
    }

    /** The last quarter of an hour, by the time at which calls ended. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public Traffic traffic() {
        var to = floor(clock.instant().minus(LAG), STEP);
        var from = to.minus(SPAN);
        var counted = new HashMap<Instant, TrafficPoint>();
        calls(POINTS, from, to)
                .query((row, n) -> {
                    var at = row.getTimestamp("bucket").toInstant();
                    return new TrafficPoint(
                            at, row.getLong("requests"), row.getLong("unsuccessful"));
                })
                .list()
                .forEach(point -> counted.put(point.at(), point));
        var points = new ArrayList<TrafficPoint>();
        for (var at = from; at.isBefore(to); at = at.plus(STEP)) {
            points.add(counted.getOrDefault(at, new TrafficPoint(at, 0, 0)));
        }
        return calls(SUMS, from, to).query((row, n) -> traffic(row, points)).single();
    }

    private JdbcClient.StatementSpec calls(String select, Instant from, Instant to) {
        var earliest = from.minus(LONGEST_CALL);
        return database.sql(select)
                .param("step", STEP.toSeconds() + " seconds")
                .param("day", LocalDate.ofInstant(earliest, ZoneOffset.UTC))
                .param("id", new UUID(earliest.toEpochMilli() << 16, 0))
                .param("from", Timestamp.from(from))
                .param("to", Timestamp.from(to))
                .param("tenant", guard.onlyTenant());
    }

    /** Event ids grow with time, so that the primary key finds the newest calls at once. */
    private static final String CALLS =
            """
             from (select *, started_at + total_ms * interval '1 millisecond' as ended_at
                   from usage_effective
                   where day >= :day and event_id >= :id
                     and (cast(:tenant as text) is null or tenant = :tenant)) c
             where ended_at >= :from and ended_at < :to\
            """;

    private static final String POINTS =
            """
            select date_bin(cast(:step as interval), ended_at, timestamptz '2000-01-01 00:00:00Z')
                       as bucket,
                   sum(request_count) filter (where status <> 'rejected') as requests,
                   count(*) filter (where status in ('failed', 'interrupted', 'abandoned'))
                       as unsuccessful\
            """
                    + CALLS
                    + " group by 1";

    private static final String SUMS =
            """
            select coalesce(sum(request_count) filter (where status <> 'rejected'), 0) as requests,
                   count(*) filter (where status in ('completed', 'cached')) as successful,
                   count(*) filter (where status in ('failed', 'interrupted', 'abandoned'))
                       as unsuccessful,
                   count(*) filter (where status = 'cancelled') as cancelled,
                   coalesce(sum(request_count) filter (where status = 'rejected'), 0) as rejected,
                   percentile_disc(0.5) within group (order by total_ms)
                       filter (where status in ('completed', 'cached')) as p50,
                   percentile_disc(0.99) within group (order by total_ms)
                       filter (where status in ('completed', 'cached')) as p99,
                   percentile_disc(0.5) within group (order by first_token_ms)
                       filter (where first_token_ms is not null) as first_p50,
                   percentile_disc(0.99) within group (order by first_token_ms)
                       filter (where first_token_ms is not null) as first_p99,
                   cast(:step as text) as step\
            """
                    + CALLS;

    private static Traffic traffic(ResultSet row, List<TrafficPoint> points) throws SQLException {
        return new Traffic(
                STEP,
                points,
                row.getLong("requests"),
                row.getLong("successful"),
                row.getLong("unsuccessful"),
                row.getLong("cancelled"),
                row.getLong("rejected"),
                row.getObject("p50", Long.class),
                row.getObject("p99", Long.class),
                row.getObject("first_p50", Long.class),
                row.getObject("first_p99", Long.class));
    }

    private static Instant floor(Instant at, Duration step) {
        return Instant.ofEpochMilli(at.toEpochMilli() - at.toEpochMilli() % step.toMillis());
    }

    /** Money from the roll-ups; day and month are those of the zone. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public Spend spend(ZoneId zone) {
        var now = clock.instant();
        var today = now.atZone(zone).truncatedTo(ChronoUnit.DAYS);
        var month = today.withDayOfMonth(1).toInstant();
        var shown = shown(now);
        return new Spend(
                shown.currency(),
                spentSince(today.toInstant(), shown),
                spentSince(month, shown),
                hours(now.truncatedTo(ChronoUnit.HOURS), shown),
                top("tenant || '/' || app", month, shown),
                top("model", month, shown));
    }

    /** The currency that all sums are shown in: people of a tenant see their own. */
    private record Shown(String currency, ExchangeRates rates, Instant at) {
        /** Sums of other tenants at the rates of now; one without a rate cannot be added. */
        Money of(ResultSet row) throws SQLException {
            var cost = new Money(row.getLong("cost"));
            return rates.shown(cost, row.getString("currency"), currency, at).orElse(Money.ZERO);
        }
    }

    private Shown shown(Instant now) {
        @Nullable String tenant = guard.onlyTenant();
        var rates =
                versions.current()
                        .map(ConfigVersion::installation)
                        .orElse(Installation.DEFAULT)
                        .rates();
        return new Shown(
                tenant == null ? rates.currency() : calendar.currencyOf(tenant), rates, now);
    }

    private Money spentSince(Instant from, Shown shown) {
        return rollups("select currency, sum(cost_nanos) as cost", "group by currency", from)
                .query((row, n) -> shown.of(row))
                .list()
                .stream()
                .reduce(Money.ZERO, Money::plus);
    }

    private List<Spend.Hour> hours(Instant current, Shown shown) {
        var from = current.minus(HOURS - 1, ChronoUnit.HOURS);
        Map<Instant, Money> costs = new HashMap<>();
        rollups(
                        "select date_trunc('hour', bucket) as hour, currency,"
                                + " sum(cost_nanos) as cost",
                        "group by 1, 2",
                        from)
                .query(row -> {
                    costs.merge(row.getTimestamp("hour").toInstant(), shown.of(row), Money::plus);
                });
        var hours = new ArrayList<Spend.Hour>();
        for (var at = from; !at.isAfter(current); at = at.plus(1, ChronoUnit.HOURS)) {
            hours.add(new Spend.Hour(at, costs.getOrDefault(at, Money.ZERO)));
        }
        return hours;
    }

    private List<Spend.Share> top(String name, Instant from, Shown shown) {
        var shares = new HashMap<String, Spend.Share>();
        rollups(
                        "select "
                                + name
                                + " as name, currency, sum(requests) as requests,"
                                + " sum(cost_nanos) as cost",
                        "and model <> '' group by 1, 2",
                        from)
                .query(row -> {
                    shares.merge(
                            row.getString("name"),
                            new Spend.Share(
                                    row.getString("name"), row.getLong("requests"), shown.of(row)),
                            (one, other) ->
                                    new Spend.Share(
                                            one.name(),
                                            one.requests() + other.requests(),
                                            one.cost().plus(other.cost())));
                });
        return shares.values().stream().sorted(DEAREST_FIRST).limit(TOP).toList();
    }

    private JdbcClient.StatementSpec rollups(String select, String rest, Instant from) {
        @Nullable String tenant = guard.onlyTenant();
        return database.sql(
                        select
                                + " from usage_quarter_hour where bucket >= :from"
                                + " and (cast(:tenant as text) is null or tenant = :tenant) "
                                + rest)
                .param("from", Timestamp.from(from))
                .param("tenant", tenant);
    }
}
