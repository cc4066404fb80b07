package dev.sluice.model.quota;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a budget allows while the shared store is away. */
public enum OnStoreAway {
    SHARE,
    DENY,
    ALLOW;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
