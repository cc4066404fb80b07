package dev.sluice.control.allocation;

import dev.sluice.control.allocation.PoolReport.Pool;
import dev.sluice.control.allocation.PoolReport.Share;
import dev.sluice.control.changes.ChangeDesk;
import dev.sluice.control.reports.monthly.CsvText;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Shares the cost of pools by use. */
@Service
public class PoolReports {
    /** Kept in tenths, so that weights are whole. */
    private static final PoolReport.Weights WEIGHTS =
            new PoolReport.Weights(BigDecimal.ONE, new BigDecimal("0.1"), BigDecimal.valueOf(4));

    private static final BigDecimal SECONDS_OF_HOUR = BigDecimal.valueOf(3600);
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    private record Used(
            String upstream,
            String tenant,
            String app,
            long requests,
            BigInteger weight,
            Money listValue) {
        BigDecimal weightedTokens() {
            return tokens(weight);
        }
    }

    private final JdbcClient database;
    private final PoolHistory history;
    private final ChangeDesk desk;
    private final AccessGuard guard;
    private final Clock clock;

    PoolReports(
            JdbcClient database,
            PoolHistory history,
            ChangeDesk desk,
            AccessGuard guard,
            Clock clock) {
        this.database = database;
        this.history = history;
        this.desk = desk;
        this.guard = guard;
        this.clock = clock;
    }

    /** A UTC month; of the running one, what there was until now. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public PoolReport of(YearMonth month) {
        if (!guard.maySeePlatform()) {
            throw Refusal.forbidden("what pools cost is the platform's, not a tenant's");
        }
        var now = clock.instant();
        var from = startOf(month);
        var end = startOf(month.plusMonths(1));
        var until = end.isAfter(now) ? now : end;
        if (!until.isAfter(from)) {
            throw Refusal.badRequest("the month " + month + " has not begun");
        }
        var used = used(month);
        var pools = new ArrayList<Pool>();
        history.between(from, until)
                .forEach((upstream, stretches) ->
                        pools.add(
                                pool(
                                        upstream,
                                        stretches,
                                        used.stream()
                                                .filter(it -> it.upstream().equals(upstream))
                                                .toList())));
        return new PoolReport(month, from, until, desk.currency(), WEIGHTS, pools);
    }

    private static Instant startOf(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private List<Used> used(YearMonth month) {
        return database.sql(
                        """
                        SELECT upstream, tenant, app, sum(requests) AS requests,
                               10 * (sum(tokens_input) - sum(tokens_cached_input))
                                 + sum(tokens_cached_input) + 40 * sum(tokens_output) AS weight,
                               sum(provider_cost_nanos) AS list_nanos
                        FROM usage_day
                        WHERE day >= ? AND day < ?
                        GROUP BY upstream, tenant, app
                        HAVING sum(requests) > 0
                        ORDER BY upstream, tenant, app
                        """)
                .params(month.atDay(1), month.plusMonths(1).atDay(1))
                .query((row, n) ->
                        new Used(
                                row.getString("upstream"),
                                row.getString("tenant"),
                                row.getString("app"),
                                row.getLong("requests"),
                                row.getBigDecimal("weight").toBigIntegerExact(),
                                new Money(row.getBigDecimal("list_nanos").longValueExact())))
                .list();
    }

    private static Pool pool(
            String upstream, List<PoolHistory.Stretch> stretches, List<Used> used) {
        var cost = cost(stretches);
        var weight = used.stream().map(Used::weight).reduce(BigInteger.ZERO, BigInteger::add);
        var tokens = tokens(weight);
        var capacity = capacity(stretches);
        var isUsed = weight.signum() > 0;
        return new Pool(
                upstream,
                gpuHours(stretches),
                cost,
                used.stream().map(Used::listValue).reduce(Money.ZERO, Money::plus),
                used.stream().mapToLong(Used::requests).sum(),
                tokens,
                isUsed ? Money.charged(cost.toBigDecimal().multiply(MILLION), tokens) : null,
                capacity,
                capacity == null ? null : idlePercent(tokens, capacity),
                capacity == null ? null : idleCost(cost, tokens, capacity),
                isUsed ? Money.ZERO : cost,
                isUsed ? shares(cost, used) : List.of());
    }

    /** Of a moment there is no capacity yet. */
    private static @Nullable BigDecimal idlePercent(BigDecimal tokens, BigDecimal capacity) {
        return capacity.signum() == 0
                ? null
                : idle(tokens, capacity)
                        .movePointRight(2)
                        .divide(capacity, 2, RoundingMode.HALF_UP);
    }

    private static @Nullable Money idleCost(Money cost, BigDecimal tokens, BigDecimal capacity) {
        return capacity.signum() == 0
                ? null
                : Money.charged(cost.toBigDecimal().multiply(idle(tokens, capacity)), capacity);
    }

    private static BigDecimal idle(BigDecimal tokens, BigDecimal capacity) {
        return capacity.subtract(tokens).max(BigDecimal.ZERO);
    }

    private static List<Share> shares(Money cost, List<Used> used) {
        var costs = LargestRemainder.share(cost, used.stream().map(Used::weight).toList());
        var shares = new ArrayList<Share>();
        for (var i = 0; i < used.size(); i++) {
            var one = used.get(i);
            shares.add(
                    new Share(
                            one.tenant(),
                            one.app(),
                            one.requests(),
                            one.weightedTokens(),
                            costs.get(i),
                            one.listValue()));
        }
        return shares;
    }

    private static BigDecimal tokens(BigInteger weight) {
        var tokens = new BigDecimal(weight, 1).stripTrailingZeros();
        return tokens.scale() < 0 ? tokens.setScale(0) : tokens;
    }

    private static BigDecimal seconds(PoolHistory.Stretch stretch) {
        var length = Duration.between(stretch.from(), stretch.until());
        return BigDecimal.valueOf(length.toSeconds())
                .add(BigDecimal.valueOf(length.toNanosPart(), 9));
    }

    /** Exact, and rounded once. */
    private static Money cost(List<PoolHistory.Stretch> stretches) {
        var sum = BigDecimal.ZERO;
        for (var stretch : stretches) {
            sum =
                    sum.add(
                            seconds(stretch)
                                    .multiply(BigDecimal.valueOf(stretch.price().gpus()))
                                    .multiply(stretch.price().amount()));
        }
        return Money.charged(sum, SECONDS_OF_HOUR);
    }

    private static BigDecimal gpuHours(List<PoolHistory.Stretch> stretches) {
        var sum = BigDecimal.ZERO;
        for (var stretch : stretches) {
            sum = sum.add(seconds(stretch).multiply(BigDecimal.valueOf(stretch.price().gpus())));
        }
        return sum.divide(SECONDS_OF_HOUR, 2, RoundingMode.HALF_UP);
    }

    /** Nothing where it was not said for all of the time. */
    private static @Nullable BigDecimal capacity(List<PoolHistory.Stretch> stretches) {
        var sum = BigDecimal.ZERO;
        for (var stretch : stretches) {
            var perHour = stretch.price().tokensPerHour();
            if (perHour == null) {
                return null;
            }
            sum = sum.add(seconds(stretch).multiply(BigDecimal.valueOf(perHour)));
        }
        return sum.divide(SECONDS_OF_HOUR, 0, RoundingMode.HALF_UP);
    }

    /** A row for each share, and one for what nobody used. */
    static String csv(PoolReport report) {
        var csv = new CsvText();
        csv.row(
                "month",
                "upstream",
                "tenant",
                "app",
                "requests",
                "weightedTokens",
                "cost",
                "listValue",
                "currency");
        for (var pool : report.pools()) {
            for (var share : pool.shares()) {
                csv.row(
                        report.month(),
                        pool.upstream(),
                        share.tenant(),
                        share.app(),
                        share.requests(),
                        share.weightedTokens(),
                        share.cost(),
                        share.listValue(),
                        report.currency());
            }
            if (pool.shares().isEmpty()) {
                csv.row(
                        report.month(),
                        pool.upstream(),
                        "",
                        "",
                        pool.requests(),
                        BigDecimal.ZERO,
                        pool.unallocated(),
                        pool.listValue(),
                        report.currency());
            }
        }
        return csv.toString();
    }

    /** The same month as a file. */
    public String csv(YearMonth month) {
        return csv(of(month));
    }
}
