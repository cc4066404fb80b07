package dev.sluice.model.quota;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * What a budget does about calls whose cost is not known yet: {@code STRICT} holds the worst case,
 * {@code EXPECTED} what such calls usually use, {@code SOFT} watches.
 */
public enum BudgetMode {
    STRICT,
    EXPECTED,
    SOFT;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
