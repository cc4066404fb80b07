package dev.sluice.control.calendar;

import dev.sluice.model.quota.BudgetWindow;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * When a tenant's days and months begin: those of its budgets and of its bills alike.
 *
 * @param fiscalStartDay the day on which months begin, 1 to 31; a month that is shorter begins on
 *     its last day
 */
public record TenantClock(ZoneId zone, int fiscalStartDay) {
    public static final TenantClock UTC = new TenantClock(ZoneOffset.UTC, 1);

    public TenantClock {
        if (fiscalStartDay < 1 || fiscalStartDay > 31) {
            throw new IllegalArgumentException("no month has a day " + fiscalStartDay);
        }
    }

    /** The period that holds the instant. */
    public BillingPeriod periodOf(Instant at) {
        var start = BudgetWindow.MONTH.startOf(at, zone, fiscalStartDay);
        return period(YearMonth.from(start.atZone(zone)));
    }

    public BillingPeriod period(YearMonth month) {
        // Whatever day it begins on, it holds the last day of the month that names it.
        var within = month.atEndOfMonth().atStartOfDay(zone).toInstant();
        return new BillingPeriod(
                month,
                BudgetWindow.MONTH.startOf(within, zone, fiscalStartDay),
                BudgetWindow.MONTH.endOf(within, zone, fiscalStartDay));
    }
}
