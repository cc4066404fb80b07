package dev.sluice.model.price;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.DayOfWeek;
import java.util.Locale;

/** A day of the week as config files write it: {@code mon} to {@code sun}. */
public enum Weekday {
    MON,
    TUE,
    WED,
    THU,
    FRI,
    SAT,
    SUN;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Weekday of(DayOfWeek day) {
        return valueOf(day.name().substring(0, 3));
    }
}
