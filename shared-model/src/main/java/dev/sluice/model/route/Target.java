package dev.sluice.model.route;

import org.jspecify.annotations.Nullable;

/** One entry of an alias: a model with its weight (default 1) and priority (default its place). */
public record Target(String model, @Nullable Integer weight, @Nullable Integer priority) {
    public int weightOrDefault() {
        return weight != null ? weight : 1;
    }
}
