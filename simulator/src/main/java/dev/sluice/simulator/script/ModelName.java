package dev.sluice.simulator.script;

import org.jspecify.annotations.Nullable;

/** A model name as asked for: {@code base@script}. */
public record ModelName(String base, @Nullable String script) {
    public static ModelName parse(String requested) {
        int at = requested.indexOf('@');
        return at < 0
                ? new ModelName(requested, null)
                : new ModelName(requested.substring(0, at), requested.substring(at + 1));
    }
}
