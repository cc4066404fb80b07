package dev.sluice.dataplane.health;

/** One model at one address of an upstream. */
public record TargetKey(String upstream, String instance, String model) {}
