package dev.sluice.control.deliveries;

import dev.sluice.control.alerts.Alerts;
import dev.sluice.control.calendar.ClosedMonths;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.deliveries.content.AlertContent;
import dev.sluice.control.deliveries.content.ReportContent;
import dev.sluice.control.snapshot.VersionStore;
import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Rounds over the real books, by a test's own clock and settings. */
@Component
record DeliveryRounds(
        DocumentStore documents,
        VersionStore versions,
        ClosedMonths closed,
        DeliveryStore store,
        ReportContent reports,
        AlertContent alertContents,
        Alerts alerts,
        DeliverySecrets secrets,
        TransactionTemplate transaction) {
    DeliveryRound round(Clock clock, DeliverySettings settings) {
        var postman =
                new Postman(
                        reports,
                        alertContents,
                        new Mailer(settings),
                        new WebhookCaller(settings, secrets, clock));
        return new DeliveryRound(
                documents,
                versions,
                closed,
                new AlertPlanner(alerts, documents, store, transaction, clock),
                store,
                new SendingRoom(store, postman, settings, clock),
                settings,
                clock);
    }
}
