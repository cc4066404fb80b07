package dev.sluice.control.calendar;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * When a tenant's days and months begin.
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
        var day = LocalDate.ofInstant(at, zone);
        var month = YearMonth.from(day);
        return period(day.isBefore(firstDay(month)) ? month.minusMonths(1) : month);
    }

    public BillingPeriod period(YearMonth month) {
        return new BillingPeriod(month, startOf(month), startOf(month.plusMonths(1)));
    }

    private Instant startOf(YearMonth month) {
        return firstDay(month).atStartOfDay(zone).toInstant();
    }

    private LocalDate firstDay(YearMonth month) {
        return month.atDay(Math.min(fiscalStartDay, month.lengthOfMonth()));
    }
}
