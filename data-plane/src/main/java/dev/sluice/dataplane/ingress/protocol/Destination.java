package dev.sluice.dataplane.ingress.protocol;

import dev.sluice.dataplane.arrival.Door;
import org.jspecify.annotations.Nullable;

/** What lies behind a path. */
public sealed interface Destination {
    /** Whose words answers and errors are in. */
    Door door();

    /** A model is called. */
    record Inference(Door door) implements Destination {}

    /**
     * The models that the key may call are listed.
     *
     * @param model the one that is asked for alone; null for all
     */
    record Models(Door door, @Nullable String model) implements Destination {}

    /** A request's input tokens are counted, and no model is called. */
    record TokenCount(Door door) implements Destination {}
}
