package dev.sluice.control.metering;

import dev.sluice.model.price.PriceBook;
import dev.sluice.model.price.Tariff;
import java.util.Optional;

/** What calls are priced by, as it stood in a published version. */
public interface PriceBooks {
    /** Nothing when the version or the model in it is not known. */
    Optional<PriceBook> of(long configVersion, String model);

    /** How a tenant was charged; nothing when the version or the tenant in it is not known. */
    Optional<Tariff> tariff(long configVersion, String tenant);
}
