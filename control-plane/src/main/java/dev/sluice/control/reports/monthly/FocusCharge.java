package dev.sluice.control.reports.monthly;

import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.calendar.TenantClock;
import dev.sluice.control.periods.Dimension;
import dev.sluice.control.periods.Statement;
import dev.sluice.control.periods.Statement.Tokens;
import dev.sluice.control.reports.monthly.MonthlyReport.Line;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A line of a report, in the terms of FOCUS. */
record FocusCharge(Statement bill, Line line) {
    static final String SERVICE = "Model calls";

    static List<FocusCharge> of(MonthlyReport report) {
        var bills =
                report.bills().stream()
                        .collect(Collectors.toMap(Statement::tenant, Function.identity()));
        return report.lines().stream()
                .map(it -> new FocusCharge(Objects.requireNonNull(bills.get(it.tenant())), it))
                .toList();
    }

    String tenant() {
        return line.tenant();
    }

    /** The period that bears it. */
    BillingPeriod billed() {
        return new BillingPeriod(bill.month(), bill.begins(), bill.ends());
    }

    /** The day or the period of the calls; the one that bears it where it is about none. */
    BillingPeriod used() {
        var usedIn = line.usedIn() == null ? bill.month() : line.usedIn();
        var day = of(Dimension.DAY);
        if (day != null) {
            var date = LocalDate.parse(day);
            var zone = bill.timeZone();
            return new BillingPeriod(
                    usedIn,
                    date.atStartOfDay(zone).toInstant(),
                    date.plusDays(1).atStartOfDay(zone).toInstant());
        }
        return usedIn.equals(bill.month()) ? billed() : clock().period(usedIn);
    }

    /** By the statement alone, which does not change when the tenant moves to another zone. */
    private TenantClock clock() {
        var zone = bill.timeZone();
        var firstDay = LocalDate.ofInstant(bill.begins(), zone).getDayOfMonth();
        return new TenantClock(zone, firstDay);
    }

    @Nullable String of(Dimension dimension) {
        return line.of(dimension);
    }

    @Nullable String app() {
        return of(Dimension.APP);
    }

    @Nullable String alias() {
        return of(Dimension.ALIAS);
    }

    private @Nullable String model() {
        return of(Dimension.MODEL);
    }

    private @Nullable String businessLine() {
        return of(Dimension.BUSINESS_LINE);
    }

    long requests() {
        return line.requests();
    }

    Tokens tokens() {
        return line.tokens();
    }

    Money cost() {
        return line.cost();
    }

    String currency() {
        return line.currency();
    }

    @Nullable String kind() {
        return line.isUsage() ? null : line.kind();
    }

    @Nullable String reference() {
        return line.reference();
    }

    /** What moves money without a call has no quantity, which usage must have. */
    boolean isUsage() {
        return requests() > 0;
    }

    /** Whether it is about a period that was billed before. */
    boolean isCorrection() {
        return line.usedIn() != null && !line.usedIn().equals(bill.month());
    }

    /** Pictures and sound are priced without tokens. */
    private boolean isPricedByTokens() {
        return tokens().input() + tokens().output() > 0;
    }

    @Nullable Long pricedQuantity() {
        if (!isUsage()) {
            return null;
        }
        return isPricedByTokens() ? tokens().input() + tokens().output() : requests();
    }

    @Nullable String pricedUnit() {
        if (!isUsage()) {
            return null;
        }
        return isPricedByTokens() ? "Tokens" : "Requests";
    }

    /** The model is what has prices. Usage must have one, also where no model was reached. */
    @Nullable String sku() {
        if (model() != null || !isUsage()) {
            return model();
        }
        return alias() != null ? alias() : SERVICE;
    }

    @Nullable String subAccount() {
        return app() == null ? null : tenant() + "/" + app();
    }

    String description() {
        var reason = line.reason();
        if (reason != null) {
            return reason;
        }
        var what = alias() == null ? SERVICE : "Calls of " + alias();
        var by = model() == null ? "" : " answered by " + model();
        return what + by + (isCorrection() ? ", booked late" : "");
    }

    @Nullable String tags() {
        var businessLine = businessLine();
        return businessLine == null
                ? null
                : SluiceJson.mapper().writeValueAsString(Map.of("businessLine", businessLine));
    }
}
