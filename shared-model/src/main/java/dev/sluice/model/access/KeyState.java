package dev.sluice.model.access;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Whether a key may be used. A revoked key never comes back. */
public enum KeyState {
    ACTIVE,
    SUSPENDED,
    REVOKED;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
