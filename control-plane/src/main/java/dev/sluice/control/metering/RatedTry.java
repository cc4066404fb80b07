package dev.sluice.control.metering;

import dev.sluice.model.price.Charge;
import dev.sluice.model.usage.TokenUsage;
import org.jspecify.annotations.Nullable;

/**
 * A try of a call that was charged, with the lines that made its cost; a call that was booked
 * without its tries is one.
 *
 * @param attempt its place among the attempts of the event
 */
public record RatedTry(
        int attempt, String model, @Nullable String upstream, TokenUsage tokens, Charge charge) {}
