package dev.sluice.control.rerating;

import dev.sluice.model.price.Price;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be rated again, and at which prices.
 *
 * @param from beginning of calls, inclusive
 * @param to beginning of calls, exclusive; not in the future
 * @param tenant absent: all
 * @param prices as in the config file; calls that none of them covers stay as they are
 * @param draft the prices that the model has in one's own draft, instead of {@code prices}
 */
public record ReRatingForm(
        @Nullable String model,
        @Nullable String tenant,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable List<Price> prices,
        @Nullable Boolean draft,
        @Nullable String reason) {}
