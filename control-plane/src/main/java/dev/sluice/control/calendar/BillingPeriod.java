package dev.sluice.control.calendar;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;

/**
 * A month of a tenant's books, named by the calendar month in which it begins.
 *
 * @param start inclusive
 * @param end exclusive: the beginning of the next
 */
public record BillingPeriod(YearMonth month, Instant start, Instant end) {
    public boolean holds(Instant at) {
        return !at.isBefore(start) && at.isBefore(end);
    }

    /** How the database writes a month, on whatever day it begins. */
    public static LocalDate columnOf(YearMonth month) {
        return month.atDay(1);
    }
}
