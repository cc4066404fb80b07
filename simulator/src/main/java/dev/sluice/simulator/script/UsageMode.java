package dev.sluice.simulator.script;

/** When usage is reported. */
public enum UsageMode {
    /** As the protocol asks: unary always, in streams only with {@code include_usage}. */
    ASKED,
    ALWAYS,
    NEVER,
    /** The field is there and null. */
    NULL
}
