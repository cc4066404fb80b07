package dev.sluice.control.deliveries;

import dev.sluice.control.alerts.Alert;
import dev.sluice.control.alerts.Alerts;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.model.access.AlertPlan;
import dev.sluice.model.access.Contacts;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes a delivery of each alert for each who is to be told of it. */
@Component
class AlertPlanner {
    private static final int AT_ONCE = 200;

    /** As long as the warnings of budgets. */
    private static final Duration KEPT = Duration.ofDays(400);

    private final Alerts alerts;
    private final DocumentStore documents;
    private final DeliveryStore store;
    private final TransactionTemplate transaction;
    private final Clock clock;

    AlertPlanner(
            Alerts alerts,
            DocumentStore documents,
            DeliveryStore store,
            TransactionTemplate transaction,
            Clock clock) {
        this.alerts = alerts;
        this.documents = documents;
        this.store = store;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * @param contacts who is told of all of them
     */
    void plan(Contacts contacts) {
        var taken = AT_ONCE;
        while (taken == AT_ONCE) {
            var number = transaction.execute(status -> planSome(contacts));
            taken = number == null ? 0 : number;
        }
        alerts.forget(clock.instant().minus(KEPT));
    }

    private int planSome(Contacts contacts) {
        var found = alerts.takeUnplanned(AT_ONCE);
        for (var alert : found) {
            if (!alert.tenant().equals(Alert.INSTALLATION)) {
                plan(alert.tenant(), planOf(alert.tenant()), alert);
            }
            plan(Alert.INSTALLATION, contacts.alerts(), alert); // nobody hears it twice
            alerts.planned(alert);
        }
        return found.size();
    }

    private @Nullable AlertPlan planOf(String tenant) {
        return documents
                .find(DocumentKind.TENANT, tenant)
                .filter(it -> it.body() instanceof Tenant)
                .map(it -> ((Tenant) it.body()).alerts())
                .orElse(null);
    }

    private void plan(String owner, @Nullable AlertPlan plan, Alert alert) {
        if (plan == null) {
            return;
        }
        var now = clock.instant();
        for (var recipient : plan.recipients()) {
            store.plan(Planned.alert(owner, alert, recipient, now), now);
        }
    }
}
