package dev.sluice.control.adjustments;

import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.calendar.ClosedMonths;
import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.control.web.Moments;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.access.Scope;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.YearMonth;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Adjustments that people make, and the view of all of them. */
@Service
public class AdjustmentService {
    private final AdjustmentBook book;
    private final ClosedMonths closed;
    private final TenantCalendar calendar;
    private final KnownTenants tenants;
    private final DocumentStore documents;
    private final AuditLog audit;
    private final Clock clock;

    AdjustmentService(
            AdjustmentBook book,
            ClosedMonths closed,
            TenantCalendar calendar,
            KnownTenants tenants,
            DocumentStore documents,
            AuditLog audit,
            Clock clock) {
        this.book = book;
        this.closed = closed;
        this.calendar = calendar;
        this.tenants = tenants;
        this.documents = documents;
        this.audit = audit;
        this.clock = clock;
    }

    /** Makes it, or gives back the one that was made by the same words before. */
    @PreAuthorize("@guard.mayKeepBooks()")
    @Transactional
    public Adjustment make(AdjustmentForm form) {
        var sound = form.sound();
        tenants.requireKnown(sound.tenant());
        tenants.requireKnownApp(sound.tenant(), form.app());
        closed.holdOpen();
        var wanted =
                new Adjustment(
                        Uuid7.next(clock),
                        AdjustmentKind.MANUAL,
                        sound.tenant(),
                        form.app(),
                        businessLineOf(sound.tenant(), form.app()),
                        null,
                        null,
                        null,
                        monthOf(sound.tenant(), form.month()),
                        sound.amount(),
                        currencyOf(sound.tenant(), form.currency()),
                        sound.reason(),
                        sound.reference(),
                        clock.instant(),
                        audit.actor());
        var made = book.byReference(wanted.tenant(), wanted.reference());
        if (made.isEmpty() && book.book(wanted)) {
            audit.note(
                    List.of(
                            new AuditNote(
                                    "create",
                                    "adjustment",
                                    wanted.tenant() + "/" + wanted.reference(),
                                    wanted.tenant(),
                                    null,
                                    null,
                                    SluiceJson.mapper().writeValueAsString(wanted))));
            return wanted;
        }
        var before = made.or(() -> book.byReference(wanted.tenant(), wanted.reference()));
        return before.filter(wanted::isSameAs)
                .orElseThrow(() ->
                        Refusal.conflict(
                                "reference_used",
                                "the reference '"
                                        + wanted.reference()
                                        + "' stands for another adjustment of "
                                        + wanted.tenant()
                                        + ": take a new one"));
    }

    /** The line that calls of the app are booked under now. */
    private @Nullable String businessLineOf(String tenant, @Nullable String app) {
        return Stream.of(
                        documents.find(DocumentKind.APP, tenant + "/" + app),
                        documents.find(DocumentKind.TENANT, tenant))
                .flatMap(Optional::stream)
                .filter(it -> it.body() instanceof Scope)
                .map(it -> ((Scope) it.body()).rulesOrNone().businessLine())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private YearMonth monthOf(String tenant, @Nullable String asked) {
        var running = calendar.clocks().of(tenant).periodOf(clock.instant()).month();
        if (asked == null) {
            return closed.bearing(tenant, running);
        }
        YearMonth month;
        try {
            month = YearMonth.parse(asked);
        } catch (DateTimeException unreadable) {
            throw Refusal.badRequest("'" + asked + "' is not a month: write it like 2026-11");
        }
        if (!Moments.isUsable(month) || month.isAfter(running)) {
            throw Refusal.badRequest("month " + asked + " has not begun yet");
        }
        var open = closed.bearing(tenant, month);
        if (!open.equals(month)) {
            throw Refusal.conflict(
                    "month_closed",
                    "month "
                            + month
                            + " of "
                            + tenant
                            + " is closed; the first open one is "
                            + open);
        }
        if (month.isBefore(running) && !book.hasBill(tenant, month)) {
            throw Refusal.badRequest(
                    "nothing was billed to "
                            + tenant
                            + " in "
                            + month
                            + ", and its month is over: name one that has a bill, or leave it out"
                            + " for the running one");
        }
        return month;
    }

    private String currencyOf(String tenant, @Nullable String asked) {
        var billed = calendar.currencyOf(tenant);
        if (asked != null && !asked.equals(billed)) {
            throw Refusal.badRequest(
                    tenant + " is billed in " + billed + ": an adjustment is, too");
        }
        return billed;
    }

    /** Newest first; people of a tenant find its own. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public List<Adjustment> find(
            @Nullable String tenant, @Nullable YearMonth month, @Nullable UUID cursor, int limit) {
        return tenants.found(tenant, only -> book.find(only, month, cursor, limit));
    }
}
