package dev.sluice.control.metering;

import dev.sluice.model.price.PriceBook;
import java.util.Optional;

/** The price books as they stood in a published version. */
public interface PriceBooks {
    /** Nothing when the version or the model in it is not known. */
    Optional<PriceBook> of(long configVersion, String model);
}
