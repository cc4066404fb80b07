package dev.sluice.control.deliveries;

import dev.sluice.control.alerts.Alert;
import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.calendar.ClosedMonths;
import dev.sluice.control.calendar.TenantClock;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.rounds.PeriodicLook;
import dev.sluice.model.access.ReportPlan;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Plans what a month's end makes due, and who is to be told of an alert; a receiver that does not
 * answer holds up none of it. Each control plane runs it: a plan is made once by its key.
 */
@Component
final class DeliveryRound extends PeriodicLook {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryRound.class);
    private static final LocalTime MORNING = LocalTime.of(6, 0);

    private static final TenantClock UTC = new TenantClock(ZoneOffset.UTC, 1);

    private static final Duration OVER_EVERYWHERE = Duration.ofHours(18);

    /** A recipient who is named later gets no month that is long over. */
    private static final Duration LATEST_PLAN = Duration.ofDays(10);

    private final DocumentStore documents;
    private final Recipients recipients;
    private final ClosedMonths closed;
    private final AlertPlanner alerts;
    private final DeliveryStore store;
    private final Clock clock;

    DeliveryRound(
            DocumentStore documents,
            Recipients recipients,
            ClosedMonths closed,
            AlertPlanner alerts,
            DeliveryStore store,
            DeliverySettings settings,
            Clock clock) {
        super("report-deliveries", settings.every());
        this.documents = documents;
        this.recipients = recipients;
        this.closed = closed;
        this.alerts = alerts;
        this.store = store;
        this.clock = clock;
    }

    @Override
    protected void look() {
        try {
            planDue();
        } catch (DataAccessException | TransactionException away) {
            LOG.warn("the database does not answer: {}", away.toString());
        } catch (RuntimeException bug) {
            LOG.error("planning deliveries failed", bug);
        }
    }

    private void planDue() {
        var all = documents.all(DocumentKind.TENANT).stream().map(StoredDocument::path).toList();
        var contacts = recipients.ofHouse();
        if (contacts.reports() != null) {
            planHouse(contacts.reports(), all);
        }
        for (var document : documents.all(DocumentKind.TENANT)) {
            if (document.body() instanceof Tenant tenant && tenant.reports() != null) {
                plan(
                        tenant.name(),
                        new TenantClock(tenant.zone(), tenant.fiscalStartDayOrFirst()),
                        tenant.reports());
            }
        }
        alerts.plan();
    }

    private void plan(String tenant, TenantClock calendar, ReportPlan plan) {
        var now = clock.instant();
        var running = calendar.periodOf(now);
        var over = calendar.periodOf(running.start().minusMillis(1));
        var due = morningAfter(over, calendar);
        var isTime =
                plan.isByClose()
                        ? isClosed(tenant, over.month())
                        : !now.isBefore(due) && !now.isAfter(due.plus(LATEST_PLAN));
        if (!isTime || !wasThere(tenant, over)) {
            return;
        }
        plan(tenant, over.month(), plan, plan.isByClose() ? now : due);
    }

    /** At its end everywhere on earth, or when the last tenant with a bill has closed it. */
    private void planHouse(ReportPlan plan, List<String> tenants) {
        var now = clock.instant();
        var running = UTC.periodOf(now);
        var over = UTC.periodOf(running.start().minusMillis(1));
        if (!plan.isByClose()) {
            var due = over.end().plus(OVER_EVERYWHERE);
            var isTime = !now.isBefore(due) && !now.isAfter(due.plus(LATEST_PLAN));
            if (isTime && tenants.stream().anyMatch(it -> wasThere(it, over))) {
                plan(Alert.INSTALLATION, over.month(), plan, due);
            }
            return;
        }
        // A tenant's month may end, and be closed, long after that of UTC.
        for (var month = over.month().minusMonths(1);
                month.isBefore(running.month());
                month = month.plusMonths(1)) {
            if (closed.closedByAll(month)
                    .filter(it -> !now.isAfter(it.plus(LATEST_PLAN)))
                    .isPresent()) {
                plan(Alert.INSTALLATION, month, plan, now);
            }
        }
    }

    private void plan(String owner, YearMonth month, ReportPlan plan, Instant due) {
        for (var recipient : plan.recipients()) {
            store.plan(Planned.month(owner, month, recipient, due), clock.instant());
        }
    }

    private boolean isClosed(String tenant, YearMonth month) {
        return closed.lastOf(tenant).filter(last -> !last.isBefore(month)).isPresent();
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
}
