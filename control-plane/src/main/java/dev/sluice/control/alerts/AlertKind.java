package dev.sluice.control.alerts;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What an alert is about. */
public enum AlertKind {
    /** An app's hour far from its habit. */
    ANOMALY,
    /** A budget at 80 or 100 percent. */
    BUDGET,
    /** A provider's bill that differs from the ledger. */
    RECONCILIATION;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<AlertKind> find(String text) {
        return Arrays.stream(values()).filter(it -> it.text().equals(text)).findFirst();
    }
}
