package dev.sluice.simulator.serve;

import dev.sluice.simulator.exchange.Exchange;
import dev.sluice.simulator.script.Script;
import org.jspecify.annotations.Nullable;

/** A request that was understood: what the books want to know of it, and how it is served. */
interface Plan {
    default boolean stream() {
        return false;
    }

    default @Nullable Integer outputCap() {
        return null;
    }

    default @Nullable String user() {
        return null;
    }

    /** Where a script may stand. */
    default String lastUserText() {
        return "";
    }

    /** The script that belongs to what answers. */
    default String script() {
        return "";
    }

    /** Answers; {@code model} is the name without a script in it. */
    void serve(Exchange exchange, Script script, String model);
}
