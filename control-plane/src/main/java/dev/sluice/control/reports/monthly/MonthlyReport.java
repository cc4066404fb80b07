package dev.sluice.control.reports.monthly;

import dev.sluice.control.periods.Dimension;
import dev.sluice.control.periods.Statement;
import dev.sluice.control.periods.Statement.Tokens;
import dev.sluice.model.money.Money;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What tenants are billed for a month, each by its own calendar; the running month up to the last
 * ledger entry. The sums are those of the lines.
 *
 * @param bills the statements that it was made from, by tenant
 */
public record MonthlyReport(
        YearMonth month,
        Grouping grouping,
        List<Statement> bills,
        List<Line> lines,
        Totals totals) {
    public MonthlyReport {
        bills = List.copyOf(bills);
        lines = List.copyOf(lines);
    }

    /**
     * Usage that is alike, or one adjustment.
     *
     * @param by without those dimensions of which it has none
     * @param kind {@code usage}, or that of the statement's adjustment
     * @param usedIn the month of the calls; absent where it is about none
     * @param requests all but rejected
     */
    public record Line(
            String tenant,
            Map<Dimension, String> by,
            String kind,
            @Nullable YearMonth usedIn,
            long requests,
            Tokens tokens,
            Money cost,
            String currency,
            @Nullable String reason,
            @Nullable String reference) {
        public static final String USAGE = "usage";

        public Line {
            by = Map.copyOf(by);
        }

        public @Nullable String of(Dimension dimension) {
            return by.get(dimension);
        }

        boolean isUsage() {
            return kind.equals(USAGE);
        }

        /** Those that are alike have the same. */
        Line withoutFigures() {
            return with(0, Tokens.NONE, Money.ZERO);
        }

        Line plus(Line more) {
            return with(
                    Math.addExact(requests, more.requests),
                    tokens.plus(more.tokens),
                    cost.plus(more.cost));
        }

        private Line with(long otherRequests, Tokens otherTokens, Money otherCost) {
            return new Line(
                    tenant,
                    by,
                    kind,
                    usedIn,
                    otherRequests,
                    otherTokens,
                    otherCost,
                    currency,
                    reason,
                    reference);
        }
    }

    /**
     * The sums of the lines.
     *
     * @param cost absent when there are several currencies, which are not added up
     * @param costs by currency
     */
    public record Totals(
            long requests,
            Tokens tokens,
            @Nullable Money cost,
            @Nullable String currency,
            Map<String, Money> costs) {}

    static MonthlyReport of(
            YearMonth month,
            Grouping grouping,
            List<Statement> bills,
            List<Line> lines,
            String defaultCurrency) {
        return new MonthlyReport(month, grouping, bills, lines, totals(lines, defaultCurrency));
    }

    private static Totals totals(Collection<Line> lines, String defaultCurrency) {
        var requests = 0L;
        var tokens = Tokens.NONE;
        var costs = new TreeMap<String, Money>();
        for (var line : lines) {
            requests = Math.addExact(requests, line.requests());
            tokens = tokens.plus(line.tokens());
            costs.merge(line.currency(), line.cost(), Money::plus);
        }
        if (costs.isEmpty()) {
            costs.put(defaultCurrency, Money.ZERO);
        }
        var only = costs.size() == 1 ? costs.firstEntry() : null;
        return new Totals(
                requests,
                tokens,
                only == null ? null : only.getValue(),
                only == null ? null : only.getKey(),
                costs);
    }

    /** The sums of the lines in one currency. */
    Totals totals(String currency) {
        return totals(
                lines.stream().filter(it -> it.currency().equals(currency)).toList(), currency);
    }
}
