package dev.sluice.control.deliveries;

import dev.sluice.control.deliveries.content.AlertContent;
import dev.sluice.control.deliveries.content.Content;
import dev.sluice.control.deliveries.content.ReportContent;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Makes what is to be sent and brings it to its recipient, once. */
@Component
class Postman {
    private static final Logger LOG = LoggerFactory.getLogger(Postman.class);

    /** Each report that is being made holds a connection of the database. */
    private static final int MADE_AT_ONCE = 4;

    private final ReportContent reports;
    private final AlertContent alerts;
    private final Recipients recipients;
    private final Mailer mailer;
    private final WebhookCaller webhooks;
    private final Semaphore desks = new Semaphore(MADE_AT_ONCE);

    Postman(
            ReportContent reports,
            AlertContent alerts,
            Recipients recipients,
            Mailer mailer,
            WebhookCaller webhooks) {
        this.reports = reports;
        this.alerts = alerts;
        this.recipients = recipients;
        this.mailer = mailer;
        this.webhooks = webhooks;
    }

    /** Why it was not taken; null where it was. */
    @Nullable String bring(Delivery delivery) throws InterruptedException {
        if (!recipients.names(delivery)) {
            return delivery.address() + " is no longer named as a recipient";
        }
        try {
            var content = make(delivery);
            if (delivery.kind().equals(Delivery.MAIL)) {
                mailer.send(delivery, content);
            } else {
                webhooks.send(delivery, content);
            }
            return null;
        } catch (DeliveryFault refused) {
            return String.valueOf(refused.getMessage());
        } catch (RuntimeException unable) {
            LOG.warn(
                    "what '{}' is sent cannot be made: {}",
                    delivery.tenant(),
                    delivery.about(),
                    unable);
            return "it cannot be made: " + unable.getMessage();
        }
    }

    private Content make(Delivery delivery) throws InterruptedException {
        if (delivery.alert() != null) {
            return alerts.of(delivery.alert().id());
        }
        desks.acquire();
        try {
            return reports.of(delivery);
        } finally {
            desks.release();
        }
    }
}
