package dev.sluice.control.deliveries;

import dev.sluice.control.alerts.Alerts;
import dev.sluice.control.calendar.ClosedMonths;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.deliveries.content.AlertContent;
import dev.sluice.control.deliveries.content.ReportContent;
import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Rounds over the real books, by a test's own clock and settings. */
@Component
record DeliveryRounds(
        DocumentStore documents,
        Recipients recipients,
        ClosedMonths closed,
        DeliveryStore store,
        ReportContent reports,
        AlertContent alertContents,
        Alerts alerts,
        DeliverySecrets secrets,
        TransactionTemplate transaction) {
    /** One look of those who plan, and one of those who send. */
    Runnable round(Clock clock, DeliverySettings settings) {
        var postman =
                new Postman(
                        reports,
                        alertContents,
                        recipients,
                        new Mailer(settings),
                        new WebhookCaller(settings, secrets, clock));
        var planner = new AlertPlanner(alerts, recipients, store, transaction, clock);
        var round =
                new DeliveryRound(documents, recipients, closed, planner, store, settings, clock);
        var room = new SendingRoom(store, postman, settings, clock);
        return () -> {
            round.look();
            room.look();
        };
    }
}
