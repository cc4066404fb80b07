package dev.sluice.control.web;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;

/** Bounds times that come from outside to the years that everything here can count with. */
public final class Moments {
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 9998;

    private Moments() {}

    public static boolean isUsable(Instant at) {
        // Compared first: what is beyond the last year may be beyond the calendar too.
        return !at.isBefore(Instant.EPOCH)
                && at.isBefore(
                        LocalDate.of(LAST_YEAR + 1, 1, 1).atStartOfDay().toInstant(ZoneOffset.UTC));
    }

    public static boolean isUsable(YearMonth month) {
        return month.getYear() >= FIRST_YEAR && month.getYear() <= LAST_YEAR;
    }

    public static boolean isUsable(LocalDate day) {
        return day.getYear() >= FIRST_YEAR && day.getYear() <= LAST_YEAR;
    }

    static Instant bounded(Instant at) {
        require(isUsable(at));
        return at;
    }

    static LocalDate bounded(LocalDate day) {
        require(isUsable(day));
        return day;
    }

    public static YearMonth bounded(YearMonth month) {
        require(isUsable(month));
        return month;
    }

    private static void require(boolean isUsable) {
        if (!isUsable) {
            throw new IllegalArgumentException("must lie in the years 1970 to 9998");
        }
    }
}
