package dev.sluice.model.usage;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Whose token figures were billed. */
public enum UsageSource {
    /** What the upstream reported. */
    UPSTREAM,
    /** What the gateway counted itself. */
    COUNTED;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
