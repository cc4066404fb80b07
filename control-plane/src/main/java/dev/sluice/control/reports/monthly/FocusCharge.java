package dev.sluice.control.reports.monthly;

import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.calendar.TenantClock;
import dev.sluice.control.periods.Statement;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line or an adjustment of a statement, in the terms of FOCUS.
 *
 * @param billed the period that bears it
 * @param used the period of the calls; the one that bears it where it is about none
 * @param kind null for a line
 */
record FocusCharge(
        String tenant,
        BillingPeriod billed,
        BillingPeriod used,
        @Nullable String app,
        @Nullable String businessLine,
        @Nullable String alias,
        @Nullable String model,
        long requests,
        Statement.Tokens tokens,
        Money cost,
        String currency,
        @Nullable String kind,
        @Nullable String reason,
        @Nullable String reference) {
    static final String SERVICE = "Model calls";

    static FocusCharge of(Statement statement, Statement.Line line) {
        var billed = billed(statement);
        return new FocusCharge(
                statement.tenant(),
                billed,
                billed,
                orNull(line.app()),
                line.businessLine(),
                orNull(line.alias()),
                line.model(),
                line.requests(),
                line.tokens(),
                line.cost(),
                line.currency(),
                null,
                null,
                null);
    }

    static FocusCharge of(Statement statement, Statement.Correction adjustment) {
        var billed = billed(statement);
        var usedIn = adjustment.usedIn();
        return new FocusCharge(
                statement.tenant(),
                billed,
                usedIn == null || usedIn.equals(billed.month())
                        ? billed
                        : clock(statement).period(usedIn),
                orNull(adjustment.app()),
                adjustment.businessLine(),
                orNull(adjustment.alias()),
                orNull(adjustment.model()),
                adjustment.requests(),
                adjustment.tokens(),
                adjustment.cost(),
                adjustment.currency(),
                adjustment.kind(),
                adjustment.reason(),
                adjustment.reference());
    }

    private static BillingPeriod billed(Statement statement) {
        return new BillingPeriod(statement.month(), statement.begins(), statement.ends());
    }

    /** By the statement alone, which does not change when the tenant moves to another zone. */
    private static TenantClock clock(Statement statement) {
        var zone = statement.timeZone();
        var firstDay = LocalDate.ofInstant(statement.begins(), zone).getDayOfMonth();
        return new TenantClock(zone, firstDay);
    }

    /** What moves money without a call has no quantity, which usage must have. */
    boolean isUsage() {
        return requests > 0;
    }

    /** Whether it is about a period that was billed before. */
    boolean isCorrection() {
        return !used.month().equals(billed.month());
    }

    /** Pictures and sound are priced without tokens. */
    private boolean isPricedByTokens() {
        return tokens.input() + tokens.output() > 0;
    }

    @Nullable Long pricedQuantity() {
        if (!isUsage()) {
            return null;
        }
        return isPricedByTokens() ? tokens.input() + tokens.output() : requests;
    }

    @Nullable String pricedUnit() {
        if (!isUsage()) {
            return null;
        }
        return isPricedByTokens() ? "Tokens" : "Requests";
    }

    /** The model is what has prices. Usage must have one, also where no model was reached. */
    @Nullable String sku() {
        if (model != null || !isUsage()) {
            return model;
        }
        return alias != null ? alias : SERVICE;
    }

    @Nullable String subAccount() {
        return app == null ? null : tenant + "/" + app;
    }

    String description() {
        if (reason != null) {
            return reason;
        }
        var what = alias == null ? SERVICE : "Calls of " + alias;
        var by = model == null ? "" : " answered by " + model;
        return what + by + (isCorrection() ? ", booked late" : "");
    }

    @Nullable String tags() {
        return businessLine == null
                ? null
                : SluiceJson.mapper().writeValueAsString(Map.of("businessLine", businessLine));
    }

    private static @Nullable String orNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
