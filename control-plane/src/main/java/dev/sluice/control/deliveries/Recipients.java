package dev.sluice.control.deliveries;

import dev.sluice.control.alerts.Alert;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.model.access.Contacts;
import dev.sluice.model.access.ReportPlan.Recipient;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Whom the published config names. */
@Component
class Recipients {
    private final DocumentStore documents;
    private final VersionStore versions;

    Recipients(DocumentStore documents, VersionStore versions) {
        this.documents = documents;
        this.versions = versions;
    }

    /** Of the installation. */
    Contacts ofHouse() {
        return versions.current().map(it -> it.contacts()).orElse(Contacts.NONE);
    }

    private Contacts of(String owner) {
        if (owner.equals(Alert.INSTALLATION)) {
            return ofHouse();
        }
        return documents
                .find(DocumentKind.TENANT, owner)
                .filter(it -> it.body() instanceof Tenant)
                .map(it -> (Tenant) it.body())
                .map(it -> new Contacts(it.reports(), it.alerts()))
                .orElse(Contacts.NONE);
    }

    /**
     * @param owner a tenant, or the installation
     */
    List<Recipient> ofAlerts(String owner) {
        var plan = of(owner).alerts();
        return plan == null ? List.of() : plan.recipients();
    }

    /** Whether a delivery's address is still to have what it brings. */
    boolean names(Delivery delivery) {
        var reports = of(delivery.tenant()).reports();
        var all =
                delivery.alert() != null
                        ? ofAlerts(delivery.tenant())
                        : reports == null ? List.<Recipient>of() : reports.recipients();
        return all.stream()
                .map(it -> delivery.kind().equals(Delivery.MAIL) ? it.mail() : it.webhook())
                .filter(Objects::nonNull)
                .anyMatch(delivery.address()::equals);
    }
}
