package dev.sluice.control.budgets;

import dev.sluice.control.ledger.UsageSums;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How near budgets are to their end, by what the ledger says of the last hour, day or week. */
@Component
public class Outlook {
    private static final int QUARTER_SECONDS = 900;

    /** Before so much of a window is over, its own pace says little. */
    private static final double LEAST_PART = 0.05;

    private static final int NEAR = 80;
    private static final int SPENT = 100;

    private static final String RECENT =
            """
            SELECT tenant, app, key_name, sub_key, alias, sum(cost_nanos) AS nanos,
                   sum(tokens_input + tokens_output) AS tokens, sum(requests) AS requests
            FROM %s WHERE tenant IN (:tenants) GROUP BY tenant, app, key_name, sub_key, alias
            """
                    .formatted(UsageSums.BETWEEN);

    private final JdbcClient database;

    Outlook(JdbcClient database) {
        this.database = database;
    }

    /**
     * What counted against a budget of late.
     *
     * @param amount nanos or tokens
     */
    public record Recent(long amount, long calls, Duration span) {
        /** Where nothing is known. */
        public static final Recent NONE = new Recent(0, 0, Duration.ofHours(1));

        private long usualCall() {
            return calls == 0 ? 0 : amount / calls;
        }

        /**
         * 0, 80 or 100 percent. A budget is spent, too, where less is left than a call usually
         * costs: a strict one refuses the call that would go past its limit.
         */
        public int level(long limit, long spent) {
            if (spent <= 0) {
                return 0;
            }
            if (spent < limit - limit / 5) {
                return 0;
            }
            return limit - spent < Math.max(1, usualCall()) ? SPENT : NEAR;
        }

        /**
         * When the limit is reached if it goes on like this: at the pace of the window so far or of
         * the last days, whichever is faster; null where that is not in this window.
         */
        public @Nullable Instant exhaustedAt(
                PlacedBudget placed, long limit, long spent, Instant now) {
            if (spent >= limit) {
                return null;
            }
            var start = placed.windowStart(now);
            var end = placed.windowEnd(now);
            var whole = (double) Duration.between(start, end).toSeconds();
            var passed = (double) Duration.between(start, now).toSeconds();
            var elapsed = Math.max(passed, whole * LEAST_PART);
            var pace = Math.max((double) spent / elapsed, (double) amount / span.toSeconds());
            var seconds = (double) (limit - spent) / pace;
            var left = Duration.between(now, end).toSeconds();
            return seconds < left
                    ? now.plusSeconds((long) seconds).truncatedTo(ChronoUnit.SECONDS)
                    : null;
        }
    }

    /** For each budget, in their order. */
    public List<Recent> of(List<PlacedBudget> budgets, Instant now) {
        var spans =
                budgets.stream()
                        .collect(
                                Collectors.groupingBy(
                                        Outlook::span,
                                        Collectors.mapping(
                                                PlacedBudget::tenant, Collectors.toSet())));
        var used = new HashMap<Duration, Map<String, List<Used>>>();
        spans.forEach((span, tenants) -> used.put(span, used(tenants, span, now)));
        var all = new ArrayList<Recent>(budgets.size());
        for (var placed : budgets) {
            var span = span(placed);
            var ofTenant =
                    used.getOrDefault(span, Map.of()).getOrDefault(placed.tenant(), List.of());
            all.add(recent(placed, ofTenant, span));
        }
        return all;
    }

    private record Used(Spend.Place place, Spend.Amount amount, long calls) {}

    private static Recent recent(PlacedBudget placed, List<Used> used, Duration span) {
        var amount = 0L;
        var calls = 0L;
        for (var one : used) {
            if (placed.counts(one.place())) {
                var more =
                        placed.budget().countsMoney()
                                ? one.amount().nanos()
                                : one.amount().tokens();
                amount = Math.addExact(amount, more);
                calls += one.calls();
            }
        }
        return new Recent(amount, calls, span);
    }

    private static Duration span(PlacedBudget placed) {
        return switch (placed.budget().window()) {
            case MINUTE, HOUR -> Duration.ofHours(1);
            case DAY -> Duration.ofDays(1);
            case WEEK, MONTH -> Duration.ofDays(7);
        };
    }

    private Map<String, List<Used>> used(Set<String> tenants, Duration span, Instant now) {
        var from = now.minus(span).getEpochSecond();
        var start = Instant.ofEpochSecond(from - from % QUARTER_SECONDS);
        return database
                .sql(RECENT)
                .params(UsageSums.bounds(start, now))
                .param("tenants", tenants)
                .query(Outlook::row)
                .list()
                .stream()
                .collect(
                        Collectors.groupingBy(
                                Map.Entry::getKey,
                                Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    }

    private static Map.Entry<String, Used> row(ResultSet row, int n) throws SQLException {
        var place =
                new Spend.Place(
                        row.getString("app"),
                        row.getString("key_name"),
                        row.getString("sub_key"),
                        row.getString("alias"));
        var amount = new Spend.Amount(row.getLong("nanos"), row.getLong("tokens"));
        return Map.entry(row.getString("tenant"), new Used(place, amount, row.getLong("requests")));
    }
}
