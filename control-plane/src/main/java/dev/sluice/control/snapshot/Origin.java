package dev.sluice.control.snapshot;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a version came of. */
public enum Origin {
    FILE,
    DRAFT,
    KEY,
    ROLLBACK;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
