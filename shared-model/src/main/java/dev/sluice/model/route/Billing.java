package dev.sluice.model.route;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Whose token figures a model is billed by; without upstream usage the own count always bills. */
public enum Billing {
    UPSTREAM,
    COUNTED,
    MAX;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
