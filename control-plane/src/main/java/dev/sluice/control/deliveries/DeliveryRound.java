package dev.sluice.control.deliveries;

import dev.sluice.control.alerts.Alert;
import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.calendar.ClosedMonths;
import dev.sluice.control.calendar.TenantClock;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.rounds.PeriodicLook;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.model.access.Contacts;
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
 * Plans what a month's end makes due, and has sent what is due. Each control plane runs it: a plan
 * is made once by its key, and whoever sends holds the row.
 */
@Component
final class DeliveryRound extends PeriodicLook {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryRound.class);
    private static final LocalTime MORNING = LocalTime.of(6, 0);

    private static final TenantClock UTC = new TenantClock(ZoneOffset.UTC, 1);

    /** A recipient who is named later gets no month that is long over. */
    private static final Duration LATEST_PLAN = Duration.ofDays(10);

    private final DocumentStore documents;
    private final VersionStore versions;
    private final ClosedMonths closed;
    private final AlertPlanner alerts;
    private final DeliveryStore store;
    private final SendingRoom room;
    private final Clock clock;

    DeliveryRound(
            DocumentStore documents,
            VersionStore versions,
            ClosedMonths closed,
            AlertPlanner alerts,
            DeliveryStore store,
            SendingRoom room,
            DeliverySettings settings,
            Clock clock) {
        super("report-deliveries", settings.every());
        this.documents = documents;
        this.versions = versions;
        this.closed = closed;
        this.alerts = alerts;
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
        var all = documents.all(DocumentKind.TENANT).stream().map(StoredDocument::path).toList();
        var contacts = versions.current().map(it -> it.contacts()).orElse(Contacts.NONE);
        if (contacts.reports() != null) {
            plan(Alert.INSTALLATION, UTC, contacts.reports(), all);
        }
        for (var document : documents.all(DocumentKind.TENANT)) {
            if (document.body() instanceof Tenant tenant && tenant.reports() != null) {
                plan(
                        tenant.name(),
                        new TenantClock(tenant.zone(), tenant.fiscalStartDayOrFirst()),
                        tenant.reports(),
                        List.of(tenant.name()));
            }
        }
        alerts.plan(contacts);
    }

    /**
     * @param about the tenants whose month it is
     */
    private void plan(String owner, TenantClock calendar, ReportPlan plan, List<String> about) {
        var now = clock.instant();
        var running = calendar.periodOf(now);
        var over = calendar.periodOf(running.start().minusMillis(1));
        var due = morningAfter(over, calendar);
        var isTime =
                plan.isByClose()
                        ? about.stream().allMatch(it -> isClosed(it, over.month()))
                        : !now.isBefore(due) && !now.isAfter(due.plus(LATEST_PLAN));
        if (!isTime || about.stream().noneMatch(it -> wasThere(it, over))) {
            return;
        }
        for (var recipient : plan.recipients()) {
            store.plan(
                    Planned.month(owner, over.month(), recipient, plan.isByClose() ? now : due),
                    now);
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
