package dev.sluice.model.quota;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Who pays what a provider bills beyond the hold of a strict budget. */
public enum Overrun {
    PLATFORM,
    TENANT;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
