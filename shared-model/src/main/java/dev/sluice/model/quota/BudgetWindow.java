package dev.sluice.model.quota;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.DayOfWeek;
import java.time.Instant;
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

    /** Beginning (inclusive) of the window that holds the instant. */
    public Instant startOf(Instant at, ZoneId zone) {
        return startOf(at.atZone(zone)).toInstant();
    }

    /** End (exclusive) of the window that holds the instant: the beginning of the next. */
    public Instant endOf(Instant at, ZoneId zone) {
        var start = startOf(at.atZone(zone));
        var end =
                switch (this) {
                    case MINUTE -> start.plusMinutes(1);
                    case HOUR -> start.plusHours(1);
                    case DAY -> start.toLocalDate().plusDays(1).atStartOfDay(zone);
                    case WEEK -> start.toLocalDate().plusWeeks(1).atStartOfDay(zone);
                    case MONTH -> start.toLocalDate().plusMonths(1).atStartOfDay(zone);
                };
        return end.toInstant();
    }

    private ZonedDateTime startOf(ZonedDateTime at) {
        var zone = at.getZone();
        return switch (this) {
            case MINUTE -> at.truncatedTo(ChronoUnit.MINUTES);
            case HOUR -> at.truncatedTo(ChronoUnit.HOURS);
            case DAY -> at.toLocalDate().atStartOfDay(zone);
            case WEEK ->
                    at.toLocalDate()
                            .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                            .atStartOfDay(zone);
            case MONTH ->
                    at.toLocalDate().with(TemporalAdjusters.firstDayOfMonth()).atStartOfDay(zone);
        };
    }
}
