package dev.sluice.model.quota;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/** A calendar window in the tenant's zone; weeks begin on Monday. */
public enum BudgetWindow {
    MINUTE,
    HOUR,
    DAY,
    WEEK,
    MONTH;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Beginning (inclusive) of the window that holds the instant; months are those of calendars.
     */
    public Instant startOf(Instant at, ZoneId zone) {
        return startOf(at, zone, 1);
    }

    /**
     * Beginning (inclusive) of the window that holds the instant.
     *
     * @param fiscalStartDay day on which months begin; in a shorter month its last day
     */
    public Instant startOf(Instant at, ZoneId zone, int fiscalStartDay) {
        return startOf(at.atZone(zone), fiscalStartDay).toInstant();
    }

    /** End (exclusive) of the window that holds the instant: the beginning of the next. */
    public Instant endOf(Instant at, ZoneId zone) {
        return endOf(at, zone, 1);
    }

    /** The same where months begin on another day. */
    public Instant endOf(Instant at, ZoneId zone, int fiscalStartDay) {
        var start = startOf(at.atZone(zone), fiscalStartDay);
        var end =
                switch (this) {
                    case MINUTE -> start.plusMinutes(1);
                    case HOUR -> start.plusHours(1);
                    case DAY -> start.toLocalDate().plusDays(1).atStartOfDay(zone);
                    case WEEK -> start.toLocalDate().plusWeeks(1).atStartOfDay(zone);
                    case MONTH ->
                            firstDay(YearMonth.from(start).plusMonths(1), fiscalStartDay)
                                    .atStartOfDay(zone);
                };
        return end.toInstant();
    }

    private static LocalDate firstDay(YearMonth month, int fiscalStartDay) {
        return month.atDay(Math.min(fiscalStartDay, month.lengthOfMonth()));
    }

    private static LocalDate firstDay(LocalDate at, int fiscalStartDay) {
        var ofThis = firstDay(YearMonth.from(at), fiscalStartDay);
        return at.isBefore(ofThis)
                ? firstDay(YearMonth.from(at).minusMonths(1), fiscalStartDay)
                : ofThis;
    }

    private ZonedDateTime startOf(ZonedDateTime at, int fiscalStartDay) {
        var zone = at.getZone();
        return switch (this) {
            case MINUTE -> at.truncatedTo(ChronoUnit.MINUTES);
            case HOUR -> at.truncatedTo(ChronoUnit.HOURS);
            case DAY -> at.toLocalDate().atStartOfDay(zone);
            case WEEK ->
                    at.toLocalDate()
                            .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                            .atStartOfDay(zone);
            case MONTH -> firstDay(at.toLocalDate(), fiscalStartDay).atStartOfDay(zone);
        };
    }
}
