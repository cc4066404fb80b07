package dev.sluice.control.deliveries;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Makes a report and brings it to its recipient, once. */
@Component
class Postman {
    private static final Logger LOG = LoggerFactory.getLogger(Postman.class);

    /** Each report that is being made holds a connection of the database. */
    private static final int MADE_AT_ONCE = 4;

    private final ReportContent contents;
    private final Mailer mailer;
    private final WebhookCaller webhooks;
    private final Semaphore desks = new Semaphore(MADE_AT_ONCE);

    Postman(ReportContent contents, Mailer mailer, WebhookCaller webhooks) {
        this.contents = contents;
        this.mailer = mailer;
        this.webhooks = webhooks;
    }

    /** Why it was not taken; null where it was. */
    @Nullable String bring(Delivery delivery) throws InterruptedException {
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
                    "the report of {} for {} cannot be made",
                    delivery.tenant(),
                    delivery.month(),
                    unable);
            return "the report cannot be made: " + unable.getMessage();
        }
    }

    private ReportContent.Content make(Delivery delivery) throws InterruptedException {
        desks.acquire();
        try {
            return contents.of(delivery);
        } finally {
            desks.release();
        }
    }
}
