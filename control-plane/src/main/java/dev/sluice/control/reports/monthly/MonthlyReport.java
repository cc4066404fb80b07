package dev.sluice.control.reports.monthly;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.control.reports.UsageItem;
import dev.sluice.model.money.Money;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What each app spent on each model in a calendar month of its tenant's zone; the running month up
 * to the last ledger entry.
 */
public record MonthlyReport(YearMonth month, List<Line> lines, Totals totals) {

    /** One app's use of one model under one alias. {@code requests} counts all but rejected. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Line(
            String tenant,
            String app,
            @Nullable String businessLine,
            String alias,
            @Nullable String model,
            long requests,
            UsageItem.Tokens tokens,
            Money cost,
            String currency) {}

    /**
     * The sums of the lines.
     *
     * @param cost absent when there are several currencies, which are not added up
     * @param costs by currency
     */
    public record Totals(
            long requests,
            UsageItem.Tokens tokens,
            @Nullable Money cost,
            @Nullable String currency,
            Map<String, Money> costs) {}

    static MonthlyReport of(YearMonth month, List<Line> lines, String defaultCurrency) {
        var requests = lines.stream().mapToLong(Line::requests).sum();
        var tokens =
                lines.stream()
                        .map(Line::tokens)
                        .reduce(new UsageItem.Tokens(0, 0, 0, 0, 0, 0, 0), UsageItem.Tokens::plus);
        var costs = new TreeMap<String, Money>();
        lines.forEach(line -> costs.merge(line.currency(), line.cost(), Money::plus));
        if (costs.isEmpty()) {
            costs.put(defaultCurrency, Money.ZERO);
        }
        var only = costs.size() == 1 ? costs.firstEntry() : null;
        return new MonthlyReport(
                month,
                List.copyOf(lines),
                new Totals(
                        requests,
                        tokens,
                        only == null ? null : only.getValue(),
                        only == null ? null : only.getKey(),
                        costs));
    }
}
