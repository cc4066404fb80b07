package dev.sluice.control.budgets;

import dev.sluice.control.ledger.UsageSums;
import dev.sluice.model.quota.BudgetWindow;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What the ledger says was spent in a window. */
@Component
class Spend {
    /** Where calls were made; {@code subKey} is empty where the key itself called. */
    record Place(String app, String key, String subKey, String alias) {}

    /** What they came to. */
    record Amount(long nanos, long tokens) {
        Amount plus(Amount other) {
            return new Amount(
                    Math.addExact(nanos, other.nanos), Math.addExact(tokens, other.tokens));
        }
    }

    private static final String COLUMNS =
            """
            SELECT app, key_name, sub_key, alias, sum(cost_nanos) AS nanos,
                   sum(tokens_input + tokens_output) AS tokens
            FROM %s WHERE tenant = :tenant GROUP BY app, key_name, sub_key, alias
            """;

    private static final String FROM_ROLL_UPS = COLUMNS.formatted(UsageSums.BETWEEN);

    /** Minutes are finer than any roll-up. */
    private static final String FROM_CALLS =
            COLUMNS.formatted(
                    """
                    (SELECT * FROM usage_effective
                     WHERE day BETWEEN :firstDay AND :lastDay
                       AND started_at >= :start AND started_at < :end) AS calls
                    """);

    private final JdbcClient database;

    Spend(JdbcClient database) {
        this.database = database;
    }

    /** The amounts for budgets of one tenant, in their order. */
    List<Amount> of(String tenant, List<PlacedBudget> budgets, Instant now) {
        var windows = new HashMap<BudgetWindow, Map<Place, Amount>>();
        return budgets.stream()
                .map(placed ->
                        windows
                                .computeIfAbsent(
                                        placed.budget().window(),
                                        window ->
                                                byPlace(
                                                        tenant,
                                                        window,
                                                        placed.windowStart(now),
                                                        placed.windowEnd(now)))
                                .entrySet()
                                .stream()
                                .filter(spent -> placed.counts(spent.getKey()))
                                .map(Map.Entry::getValue)
                                .reduce(new Amount(0, 0), Amount::plus))
                .toList();
    }

    private Map<Place, Amount> byPlace(
            String tenant, BudgetWindow window, Instant start, Instant end) {
        var query =
                switch (window) {
                    case MINUTE ->
                            database.sql(FROM_CALLS)
                                    .param("start", start.atOffset(ZoneOffset.UTC))
                                    .param("end", end.atOffset(ZoneOffset.UTC))
                                    .param(
                                            "firstDay",
                                            start.atOffset(ZoneOffset.UTC)
                                                    .toLocalDate()
                                                    .minusDays(1))
                                    .param(
                                            "lastDay",
                                            end.atOffset(ZoneOffset.UTC).toLocalDate().plusDays(1));
                    case HOUR, DAY, WEEK, MONTH ->
                            database.sql(FROM_ROLL_UPS).params(UsageSums.bounds(start, end));
                };
        var amounts = new HashMap<Place, Amount>();
        query.param("tenant", tenant)
                .query((row, n) -> {
                    var place =
                            new Place(
                                    row.getString("app"),
                                    row.getString("key_name"),
                                    row.getString("sub_key"),
                                    row.getString("alias"));
                    amounts.merge(
                            place,
                            new Amount(row.getLong("nanos"), row.getLong("tokens")),
                            Amount::plus);
                    return place;
                })
                .list();
        return amounts;
    }
}
