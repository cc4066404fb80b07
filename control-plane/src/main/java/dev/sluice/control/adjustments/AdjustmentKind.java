package dev.sluice.control.adjustments;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;

/** Why an adjustment was made. */
public enum AdjustmentKind {
    /** By a person, for a reason that lies outside of the books. */
    MANUAL,
    /** By other prices for calls that are booked. */
    RE_RATING;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static AdjustmentKind parse(String text) {
        return Arrays.stream(values())
                .filter(kind -> kind.text().equals(text))
                .findFirst()
                .orElseThrow();
    }
}
