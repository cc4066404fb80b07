package dev.sluice.control.metering;

import dev.sluice.model.price.ExchangeRates;
import dev.sluice.model.price.PriceBook;
import dev.sluice.model.price.Tariff;
import java.util.List;
import java.util.Optional;

/** Price books and a tariff as version 1 had them; other versions are not known. */
public record KnownBooks(Tariff tariff, List<PriceBook> books) implements PriceBooks {
    /** No model has a price. */
    public static final KnownBooks NONE = new KnownBooks(List.of());

    KnownBooks(List<PriceBook> books) {
        this(Tariff.plain(ExchangeRates.none("USD")), books);
    }

    @Override
    public Optional<PriceBook> of(long configVersion, String model) {
        return books.stream()
                .filter(book -> configVersion == 1 && book.model().equals(model))
                .findFirst();
    }

    @Override
    public Optional<Tariff> tariff(long configVersion, String tenant) {
        return configVersion == 1 ? Optional.of(tariff) : Optional.empty();
    }
}
