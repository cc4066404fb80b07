package dev.sluice.control.metering;

import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.price.PriceBook;
import dev.sluice.model.price.Tariff;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Price books and tariffs from the published versions. What was once published never changes, and
 * neither does what a published version lacks.
 */
@Component
class PublishedPriceBooks implements PriceBooks {
    private static final int MOST_KNOWN = 10_000;

    private record At(long version, String name) {}

    private final DocumentStore documents;
    private final VersionStore versions;
    private final Map<At, Optional<PriceBook>> books = new ConcurrentHashMap<>();
    private final Map<At, Optional<Tariff>> tariffs = new ConcurrentHashMap<>();

    PublishedPriceBooks(DocumentStore documents, VersionStore versions) {
        this.documents = documents;
        this.versions = versions;
    }

    @Override
    public Optional<PriceBook> of(long configVersion, String model) {
        return known(
                books,
                new At(configVersion, model),
                () ->
                        documents
                                .at(configVersion, DocumentKind.MODEL, model)
                                .map(body -> ((UpstreamModel) body).priceBook()));
    }

    @Override
    public Optional<Tariff> tariff(long configVersion, String tenant) {
        return known(
                tariffs,
                new At(configVersion, tenant),
                () ->
                        versions.find(configVersion)
                                .flatMap(version ->
                                        documents
                                                .at(configVersion, DocumentKind.TENANT, tenant)
                                                .map(body ->
                                                        ((Tenant) body)
                                                                .tariff(
                                                                        version.installation()
                                                                                .rates()))));
    }

    private <T> Optional<T> known(
            Map<At, Optional<T>> known, At at, Supplier<Optional<T>> published) {
        var there = known.get(at);
        if (there != null) {
            return there;
        }
        var found = published.get();
        if (found.isPresent() || versions.find(at.version()).isPresent()) {
            if (known.size() >= MOST_KNOWN) {
                known.clear();
            }
            known.put(at, found);
        }
        return found;
    }
}
