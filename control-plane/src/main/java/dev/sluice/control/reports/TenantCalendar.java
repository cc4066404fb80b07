package dev.sluice.control.reports;

import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.snapshot.ConfigVersion;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** By whose clock a tenant's day and month begin. */
@Component
class TenantCalendar {
    /** Zones as published; a tenant that left the config counts by UTC. */
    record Zones(Map<String, ZoneId> byTenant) {
        ZoneId of(String tenant) {
            return byTenant.getOrDefault(tenant, ZoneOffset.UTC);
        }
    }

    private final DocumentStore documents;
    private final VersionStore versions;

    TenantCalendar(DocumentStore documents, VersionStore versions) {
        this.documents = documents;
        this.versions = versions;
    }

    Zones zones() {
        var zones = new HashMap<String, ZoneId>();
        for (var document : documents.loadAround(null).all(DocumentKind.TENANT)) {
            if (document.body() instanceof Tenant tenant) {
                zones.put(tenant.name(), tenant.zone());
            }
        }
        return new Zones(Map.copyOf(zones));
    }

    /** The installation's currency. */
    String currency() {
        return versions.current().map(ConfigVersion::currency).orElse("USD");
    }
}
