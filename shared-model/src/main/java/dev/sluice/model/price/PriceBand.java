package dev.sluice.model.price;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A time of day at which a price has a factor. It begins when the clock of its zone first shows
 * {@code from} or later and ends when that clock first shows {@code to} or later, also on days on
 * which the clock is put forward or back: bands that meet on paper meet in time.
 *
 * @param days on which it begins; none means every day
 * @param to not after {@code from}: on the next day, so that equal times are a whole day
 */
public record PriceBand(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Weekday> days,
        @JsonFormat(pattern = "HH:mm") LocalTime from,
        @JsonFormat(pattern = "HH:mm") LocalTime to,
        @Nullable ZoneId timeZone,
        BigDecimal factor) {
    public PriceBand {
        Objects.requireNonNull(from, "from is null");
        Objects.requireNonNull(to, "to is null");
        Objects.requireNonNull(factor, "factor is null");
        days = days == null ? List.of() : List.copyOf(days);
    }

    public ZoneId zone() {
        return timeZone != null ? timeZone : ZoneOffset.UTC;
    }

    boolean holds(Instant at) {
        var today = at.atZone(zone()).toLocalDate();
        return holds(today, at) || holds(today.minusDays(1), at);
    }

    private boolean holds(LocalDate begun, Instant at) {
        if (!days.isEmpty() && !days.contains(Weekday.of(begun.getDayOfWeek()))) {
            return false;
        }
        var ended = to.isAfter(from) ? begun : begun.plusDays(1);
        return !at.isBefore(first(begun, from)) && at.isBefore(first(ended, to));
    }

    /** The first instant at which the zone's clock shows so much or more. */
    private Instant first(LocalDate day, LocalTime time) {
        var shown = day.atTime(time);
        var skipped = zone().getRules().getTransition(shown);
        return skipped != null && skipped.isGap()
                ? skipped.getInstant()
                : shown.atZone(zone()).withEarlierOffsetAtOverlap().toInstant();
    }

    /** In words: {@code mon, tue 00:30–08:30 Asia/Shanghai}. */
    String text() {
        Set<Weekday> all = EnumSet.allOf(Weekday.class);
        var named =
                days.isEmpty() || days.containsAll(all)
                        ? ""
                        : days.stream().map(Weekday::text).collect(Collectors.joining(", ")) + " ";
        return named + from + "–" + to + " " + zone();
    }
}
