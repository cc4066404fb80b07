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
import org.springframework.transaction.TransactionException;

/**
 * Plans what a month's end makes due, and has sent what is due. Each control plane runs it: a plan
 * is made once by its key, and whoever sends holds the row.
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
    private final SendingRoom room;
    private final Clock clock;

    DeliveryRound(
            DocumentStore documents,
            ClosedMonths closed,
            DeliveryStore store,
            SendingRoom room,
            DeliverySettings settings,
            Clock clock) {
        super("report-deliveries", settings.every());
        this.documents = documents;
        this.closed = closed;
        this.store = store;
        this.room = room;
        this.clock = clock;
    }

    @Override
    protected void look() {
        try {
            planDue();
            room.clear();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
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
        if (!wasThere(tenant.name(), over)) {
            return;
        }
        for (var recipient : plan.recipients()) {
            store.plan(delivery(tenant.name(), over, recipient, plan.isByClose() ? now : due), now);
        }
    }

    /** Nobody is sent a month that was over before there was a tenant to use anything in it. */
    private boolean wasThere(String tenant, BillingPeriod over) {
        return documents
                        .firstPublished(DocumentKind.TENANT, tenant)
                        .filter(first -> first.isBefore(over.end()))
                        .isPresent()
                || store.hasUsage(tenant, over);
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
}
