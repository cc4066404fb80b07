package dev.sluice.simulator.wire;

/** Usage that a frame tells. */
public record Counted(int promptTokens, int completionTokens) {}
