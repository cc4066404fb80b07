package dev.sluice.model.route;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How an alias orders its targets. */
public enum Strategy {
    WEIGHTED,
    PRIORITY,
    COST,
    QUALITY,
    LEAST_LOADED,
    LATENCY;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
