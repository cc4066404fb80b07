package dev.sluice.admin.deliveries;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.tabs.TabSheet;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.control.deliveries.Deliveries;
import dev.sluice.control.deliveries.DeliverySecrets;
import dev.sluice.control.security.AccessGuard;
import jakarta.annotation.security.PermitAll;

/** What was sent to whom, and what webhooks are signed with. */
@Route("deliveries")
@PermitAll
class DeliveriesView extends Div implements HasDynamicTitle {
    DeliveriesView(
            Deliveries deliveries,
            DeliverySecrets secrets,
            Documents documents,
            AccessGuard guard) {
        addClassNames("page", "page-tall");
        var tabs = new TabSheet();
        tabs.addClassName("fill");
        tabs.add(Words.text("deliveries.tab"), new DeliveriesTab(deliveries, guard));
        tabs.add(Words.text("secrets.tab"), new SecretsTab(secrets, documents, guard));
        add(tabs);
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.deliveries");
    }
}
