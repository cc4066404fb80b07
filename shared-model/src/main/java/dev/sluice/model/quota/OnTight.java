package dev.sluice.model.quota;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What happens to a call whose worst case no longer fits. */
public enum OnTight {
    REJECT,
    CLAMP;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
