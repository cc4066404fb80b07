package dev.sluice.control.prices;

import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of prices from outside. */
interface PriceList {
    /**
     * Everything that it says of a model of ours, by date; usually one entry or none.
     *
     * @param upstream where the model runs; null where nobody knows
     */
    List<ListedPrice> of(UpstreamModel model, @Nullable Upstream upstream);

    /** All models that it lists. */
    List<String> names();
}
