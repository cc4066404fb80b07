package dev.sluice.control.calendar;

import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.snapshot.ConfigVersion;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.snapshot.DocumentKind;
import dev.sluice.model.snapshot.Installation;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The clocks of the published tenants. */
@Component
public class TenantCalendar {
    /**
     * @param version null as long as nothing is published; compared whole, since a restored
     *     database counts its versions on from a number that was seen before
     */
    private record Known(
            @Nullable ConfigVersion version,
            TenantClocks clocks,
            Map<String, String> currencies,
            String currency) {
        static final Known NOTHING =
                new Known(null, TenantClocks.ALL_UTC, Map.of(), Installation.DEFAULT_CURRENCY);

        /** A tenant that is gone was billed in the installation's, as far as anybody knows. */
        String currencyOf(String tenant) {
            return currencies.getOrDefault(tenant, currency);
        }
    }

    private final DocumentStore documents;
    private final VersionStore versions;
    private volatile Known known = Known.NOTHING;

    TenantCalendar(DocumentStore documents, VersionStore versions) {
        this.documents = documents;
        this.versions = versions;
    }

    /** Read anew only when there is a new version. */
    public TenantClocks clocks() {
        return known().clocks();
    }

    private Known known() {
        var version = versions.current().orElse(null);
        var current = known;
        if (!Objects.equals(current.version(), version)) {
            current = load(version);
            known = current;
        }
        return current;
    }

    private Known load(@Nullable ConfigVersion version) {
        var rates = (version == null ? Installation.DEFAULT : version.installation()).rates();
        var clocks = new HashMap<String, TenantClock>();
        var currencies = new HashMap<String, String>();
        for (var document : documents.all(DocumentKind.TENANT)) {
            if (document.body() instanceof Tenant tenant) {
                clocks.put(
                        tenant.name(),
                        new TenantClock(tenant.zone(), tenant.fiscalStartDayOrFirst()));
                currencies.put(tenant.name(), tenant.tariff(rates).currency());
            }
        }
        return new Known(
                version, new TenantClocks(clocks), Map.copyOf(currencies), rates.currency());
    }

    /** What a tenant is billed in. */
    public String currencyOf(String tenant) {
        return currencies().apply(tenant);
    }

    /** The same for many, as published at one time. */
    public UnaryOperator<String> currencies() {
        return known()::currencyOf;
    }

    /** The installation's currency. */
    public String currency() {
        return known().currency();
    }
}
