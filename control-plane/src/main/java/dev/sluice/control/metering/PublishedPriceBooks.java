package dev.sluice.control.metering;

import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.model.price.PriceBook;
import dev.sluice.model.route.UpstreamModel;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Price books from the published versions; what was once published never changes. */
@Component
class PublishedPriceBooks implements PriceBooks {
    private static final int MOST_KNOWN = 10_000;

    private record At(long version, String model) {}

    private final DocumentStore documents;
    private final Map<At, PriceBook> known = new ConcurrentHashMap<>();

    PublishedPriceBooks(DocumentStore documents) {
        this.documents = documents;
    }

    @Override
    public Optional<PriceBook> of(long configVersion, String model) {
        var at = new At(configVersion, model);
        var book = known.get(at);
        if (book != null) {
            return Optional.of(book);
        }
        var found = documents.modelAt(configVersion, model).map(UpstreamModel::priceBook);
        if (known.size() >= MOST_KNOWN) {
            known.clear();
        }
        found.ifPresent(it -> known.put(at, it));
        return found;
    }
}
