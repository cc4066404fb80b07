package dev.sluice.control.deliveries;

import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.calendar.ClosedMonths;
import dev.sluice.control.calendar.TenantClock;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.rounds.PeriodicLook;
import dev.sluice.model.access.ReportPlan;
import dev.sluice.model.access.ReportPlan.Recipient;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Plans what a month's end makes due, and sends what is due. Each control plane runs it: a plan is
 * made once by its key, and whoever sends holds the row.
 */
@Component
final class DeliveryRound extends PeriodicLook {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryRound.class);
    private static final LocalTime MORNING = LocalTime.of(6, 0);

    /** A recipient who is named later gets no month that is long over. */
    private static final Duration LATEST_PLAN = Duration.ofDays(10);

    private final DocumentStore documents;
    private final ClosedMonths closed;
    private final DeliveryStore store;
    private final ReportContent contents;
    private final Mailer mailer;
    private final WebhookCaller webhooks;
    private final DeliverySettings settings;
    private final TransactionTemplate transaction;
    private final Clock clock;

    DeliveryRound(
            DocumentStore documents,
            ClosedMonths closed,
            DeliveryStore store,
            ReportContent contents,
            Mailer mailer,
            WebhookCaller webhooks,
            DeliverySettings settings,
            PlatformTransactionManager transactions,
            Clock clock) {
        super("report-deliveries", settings.every());
        this.documents = documents;
        this.closed = closed;
        this.store = store;
        this.contents = contents;
        this.mailer = mailer;
        this.webhooks = webhooks;
        this.settings = settings;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    @Override
    protected void look() {
        try {
            planDue();
            while (!Thread.currentThread().isInterrupted()
                    && Boolean.TRUE.equals(transaction.execute(status -> sendOne()))) {
                LOG.debug("a report was tried");
            }
        } catch (DataAccessException | TransactionException away) {
            LOG.warn("the database does not answer: {}", away.toString());
        } catch (RuntimeException bug) {
            LOG.error("sending reports failed", bug);
        }
    }

    private void planDue() {
        for (var document : documents.all(DocumentKind.TENANT)) {
            if (document.body() instanceof Tenant tenant && tenant.reports() != null) {
                plan(tenant, tenant.reports());
            }
        }
    }

    private void plan(Tenant tenant, ReportPlan plan) {
        var now = clock.instant();
        var calendar = new TenantClock(tenant.zone(), tenant.fiscalStartDayOrFirst());
        var running = calendar.periodOf(now);
        var over = calendar.periodOf(running.start().minusMillis(1));
        var due = morningAfter(over, calendar);
        var isTime =
                plan.isByClose()
                        ? closed.lastOf(tenant.name())
                                .filter(last -> !last.isBefore(over.month()))
                                .isPresent()
                        : !now.isBefore(due);
        if (!isTime || (!plan.isByClose() && now.isAfter(due.plus(LATEST_PLAN)))) {
            return;
        }
        for (var recipient : plan.recipients()) {
            store.plan(delivery(tenant.name(), over, recipient, plan.isByClose() ? now : due), now);
        }
    }

    /** By the tenant's wall clock, whatever its zone does to it that day. */
    static Instant morningAfter(BillingPeriod over, TenantClock calendar) {
        return LocalDate.ofInstant(over.end(), calendar.zone())
                .atTime(MORNING)
                .atZone(calendar.zone())
                .toInstant();
    }

    private Delivery delivery(String tenant, BillingPeriod over, Recipient recipient, Instant due) {
        var mail = recipient.mail();
        var formats = recipient.formats();
        return new Delivery(
                Uuid7.at(clock.millis()),
                tenant,
                over.month(),
                mail != null ? Delivery.MAIL : Delivery.WEBHOOK,
                mail != null ? mail : Objects.requireNonNull(recipient.webhook()),
                recipient.secret(),
                formats != null ? formats : mail != null ? List.of("xlsx") : List.of(),
                "waiting",
                0,
                due,
                null,
                null,
                List.of());
    }

    /** Whether there was one. The row is held while it is sent. */
    private boolean sendOne() {
        var due = store.takeDue(clock.instant());
        due.ifPresent(this::send);
        return due.isPresent();
    }

    private void send(Delivery delivery) {
        var begun = clock.instant();
        String fault = null;
        try {
            var content = contents.of(delivery);
            if (delivery.kind().equals(Delivery.MAIL)) {
                mailer.send(delivery, content);
            } else {
                webhooks.send(delivery, content);
            }
        } catch (DeliveryFault refused) {
            fault = String.valueOf(refused.getMessage());
        } catch (RuntimeException unable) {
            LOG.warn(
                    "the report of {} for {} cannot be made",
                    delivery.tenant(),
                    delivery.month(),
                    unable);
            fault = "the report cannot be made: " + unable.getMessage();
        }
        var now = clock.instant();
        var tries = delivery.tries() + 1;
        store.note(delivery, begun, Duration.between(begun, now).toMillis(), fault);
        if (fault == null) {
            store.move(delivery.id(), "delivered", tries, delivery.dueAt(), now, null);
        } else {
            var isLast = tries % settings.tries() == 0;
            var next = now.plus(settings.pauseAfter(tries));
            store.move(delivery.id(), isLast ? "failed" : "waiting", tries, next, null, fault);
        }
    }
}
