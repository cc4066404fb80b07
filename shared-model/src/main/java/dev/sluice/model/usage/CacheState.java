package dev.sluice.model.usage;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Whether the response cache had a part in the call. */
public enum CacheState {
    HIT,
    MISS,
    OFF;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
