package dev.sluice.control.periods;

/** By what the usage that a month bears can be told apart. */
public enum Dimension {
    APP("app", "app"),
    BUSINESS_LINE("businessLine", "business_line"),
    ALIAS("alias", "alias"),
    MODEL("model", "model"),
    KEY("key", "key_name"),
    SUB_KEY("subKey", "sub_key"),
    END_USER("endUser", "end_user"),
    /** By the tenant's clock, as 2026-11-30. */
    DAY("day", "day");

    private final String text;
    private final String column;

    Dimension(String text, String column) {
        this.text = text;
        this.column = column;
    }

    public String text() {
        return text;
    }

    String column() {
        return column;
    }

    /** Whether a statement's lines are apart by it; else it takes a look into the roll-ups. */
    public boolean isOfStatements() {
        return switch (this) {
            case APP, BUSINESS_LINE, ALIAS, MODEL -> true;
            case KEY, SUB_KEY, END_USER, DAY -> false;
        };
    }

    /** Sums by end user are kept by app, alias, model and UTC day alone. */
    public boolean isKeptByEndUser() {
        return switch (this) {
            case APP, ALIAS, MODEL, END_USER -> true;
            case BUSINESS_LINE, KEY, SUB_KEY, DAY -> false;
        };
    }
}
