package dev.sluice.control.catalogue;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Who may change a document: the config file's owner, or people by console and REST. */
public enum ManagedBy {
    FILE,
    CONSOLE;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ManagedBy parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
