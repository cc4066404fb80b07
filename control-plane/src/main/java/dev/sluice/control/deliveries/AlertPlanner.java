package dev.sluice.control.deliveries;

import dev.sluice.control.alerts.Alert;
import dev.sluice.control.alerts.Alerts;
import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes a delivery of each alert for each who is to be told of it. */
@Component
class AlertPlanner {
    private static final int AT_ONCE = 200;

    /** As long as the warnings of budgets. */
    private static final Duration KEPT = Duration.ofDays(400);

    private final Alerts alerts;
    private final Recipients recipients;
    private final DeliveryStore store;
    private final TransactionTemplate transaction;
    private final Clock clock;

    AlertPlanner(
            Alerts alerts,
            Recipients recipients,
            DeliveryStore store,
            TransactionTemplate transaction,
            Clock clock) {
        this.alerts = alerts;
        this.recipients = recipients;
        this.store = store;
        this.transaction = transaction;
        this.clock = clock;
    }

    void plan() {
        var taken = AT_ONCE;
        while (taken == AT_ONCE) {
            var number = transaction.execute(status -> planSome());
            taken = number == null ? 0 : number;
        }
        alerts.forget(clock.instant().minus(KEPT));
    }

    private int planSome() {
        var found = alerts.takeUnplanned(AT_ONCE);
        for (var alert : found) {
            if (!alert.tenant().equals(Alert.INSTALLATION)) {
                plan(alert.tenant(), alert);
            }
            plan(Alert.INSTALLATION, alert);
            alerts.planned(alert);
        }
        return found.size();
    }

    private void plan(String owner, Alert alert) {
        var now = clock.instant();
        for (var recipient : recipients.ofAlerts(owner)) {
            store.plan(Planned.alert(owner, alert, recipient, now), now);
        }
    }
}
