package dev.sluice.model.access;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.model.id.Name;
import dev.sluice.model.price.ExchangeRates;
import dev.sluice.model.price.Tariff;
import dev.sluice.model.snapshot.ConfigBody;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The customer organisation; owns apps, budgets and a ledger account.
 *
 * @param currency of its budgets and statements; the installation's when absent
 * @param markup factor on list prices
 * @param fiscalStartDay day on which its months begin; in a shorter month its last day
 * @param reports to whom its months are sent
 * @param alerts who is told at once
 */
public record Tenant(
        String name,
        @Nullable ZoneId timeZone,
        @Nullable String currency,
        @Nullable BigDecimal markup,
        @Nullable Integer fiscalStartDay,
        @Nullable ReportPlan reports,
        @Nullable AlertPlan alerts,
        @JsonUnwrapped @Nullable AccessRules rules)
        implements ConfigBody, Scope {
    public Tenant {
        Name.segment("tenant", name);
    }

    /** One that is charged list prices in the installation's currency, by calendar months. */
    public Tenant(String name, @Nullable ZoneId timeZone, @Nullable AccessRules rules) {
        this(name, timeZone, null, null, null, null, null, rules);
    }

    /** How it is charged. */
    public Tariff tariff(ExchangeRates rates) {
        return new Tariff(
                rates,
                currency != null ? currency : rates.currency(),
                markup != null ? markup : BigDecimal.ONE);
    }

    public int fiscalStartDayOrFirst() {
        return fiscalStartDay != null ? fiscalStartDay : 1;
    }

    public ZoneId zone() {
        return timeZone != null ? timeZone : ZoneOffset.UTC;
    }
}
