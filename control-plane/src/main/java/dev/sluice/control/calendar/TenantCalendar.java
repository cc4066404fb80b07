package dev.sluice.control.calendar;

import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.snapshot.ConfigVersion;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.HashMap;
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
    private record Known(@Nullable ConfigVersion version, TenantClocks clocks) {}

    private final DocumentStore documents;
    private final VersionStore versions;
    private volatile Known known = new Known(null, TenantClocks.ALL_UTC);

    TenantCalendar(DocumentStore documents, VersionStore versions) {
        this.documents = documents;
        this.versions = versions;
    }

    /** Read anew only when there is a new version. */
    public TenantClocks clocks() {
        var version = versions.current().orElse(null);
        var current = known;
        if (!Objects.equals(current.version(), version)) {
            current = new Known(version, load());
            known = current;
        }
        return current.clocks();
    }

    private TenantClocks load() {
        var clocks = new HashMap<String, TenantClock>();
        for (var document : documents.all(DocumentKind.TENANT)) {
            if (document.body() instanceof Tenant tenant) {
                clocks.put(tenant.name(), new TenantClock(tenant.zone(), 1));
            }
        }
        return new TenantClocks(clocks);
    }

    /** What a tenant is billed in. */
    public String currencyOf(String tenant) {
        return currencies().apply(tenant);
    }

    /** The same for many, as published at one time. */
    public UnaryOperator<String> currencies() {
        var currency = currency();
        return tenant -> currency;
    }

    /** The installation's currency. */
    public String currency() {
        return versions.current().map(ConfigVersion::currency).orElse("USD");
    }
}
