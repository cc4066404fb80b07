package dev.sluice.control.periods;

import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.model.json.SluiceJson;
import java.time.Clock;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Months of the tenants' books, for people. */
@Service
public class Periods {
    private static final Comparator<PeriodView> NEWEST_FIRST =
            Comparator.comparing(PeriodView::month).reversed().thenComparing(PeriodView::tenant);

    private final JdbcClient database;
    private final MonthCloser closer;
    private final StatementSums sums;
    private final TenantCalendar calendar;
    private final KnownTenants tenants;
    private final AuditLog audit;
    private final AccessGuard guard;
    private final Clock clock;

    Periods(
            JdbcClient database,
            MonthCloser closer,
            StatementSums sums,
            TenantCalendar calendar,
            KnownTenants tenants,
            AuditLog audit,
            AccessGuard guard,
            Clock clock) {
        this.database = database;
        this.closer = closer;
        this.sums = sums;
        this.calendar = calendar;
        this.tenants = tenants;
        this.audit = audit;
        this.guard = guard;
        this.clock = clock;
    }

    /** Closes a month that is over; closing it again finds the same statement. */
    @PreAuthorize("@guard.mayKeepBooks()")
    @Transactional
    public PeriodView close(String tenant, YearMonth month) {
        tenants.requireKnown(tenant);
        var isNew = closer.find(tenant, month).isEmpty();
        var closed = closer.close(tenant, month, audit.actor());
        if (isNew) {
            note(closed);
        }
        return viewOf(closed);
    }

    /** Closes a month whose time has come, for nobody in particular. */
    @Transactional
    void closeDue(MonthCloser.Due due) {
        note(closer.close(due.tenant(), due.month(), audit.actor()));
    }

    private void note(ClosedMonth closed) {
        audit.note(
                List.of(
                        new AuditNote(
                                "close",
                                "period",
                                closed.tenant() + "/" + closed.month(),
                                closed.tenant(),
                                null,
                                null,
                                SluiceJson.mapper()
                                        .writeValueAsString(Map.of("sha256", closed.sha256())))));
    }

    /** Newest first: closed ones, and open ones with something in them. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public List<PeriodView> list(@Nullable String tenant) {
        return tenants.found(tenant, this::within);
    }

    private List<PeriodView> within(@Nullable String only) {
        var views = new ArrayList<PeriodView>(closedOnes(only));
        closer.open().stream()
                .filter(it -> only == null || only.equals(it.tenant()))
                .forEach(it -> views.add(viewOf(it)));
        views.sort(NEWEST_FIRST);
        return views;
    }

    private List<PeriodView> closedOnes(@Nullable String tenant) {
        return database.sql(
                        """
                        SELECT tenant, month, begins_at, ends_at, closed_at, closed_by, sha256
                        FROM billing_statement
                        WHERE cast(:tenant as text) IS NULL OR tenant = :tenant
                        """)
                .param("tenant", tenant)
                .query((row, n) ->
                        new PeriodView(
                                row.getString("tenant"),
                                YearMonth.from(row.getObject("month", LocalDate.class)),
                                "closed",
                                row.getObject("begins_at", OffsetDateTime.class).toInstant(),
                                row.getObject("ends_at", OffsetDateTime.class).toInstant(),
                                row.getObject("closed_at", OffsetDateTime.class).toInstant(),
                                row.getString("closed_by"),
                                row.getString("sha256")))
                .list();
    }

    private PeriodView viewOf(MonthCloser.Due open) {
        var period = calendar.clocks().of(open.tenant()).period(open.month());
        var isOver = !period.end().isAfter(clock.instant());
        return new PeriodView(
                open.tenant(),
                open.month(),
                isOver ? "over" : "open",
                period.start(),
                period.end(),
                null,
                null,
                null);
    }

    private PeriodView viewOf(ClosedMonth closed) {
        var statement = closed.statement();
        return new PeriodView(
                closed.tenant(),
                closed.month(),
                "closed",
                statement.begins(),
                statement.ends(),
                closed.closedAt(),
                closed.closedBy(),
                closed.sha256());
    }

    /** The kept statement of a closed month. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public Optional<ClosedMonth> closed(String tenant, YearMonth month) {
        return guard.maySee(tenant) ? closer.find(tenant, month) : Optional.empty();
    }

    /** What a month comes to: by its kept statement where it is closed, else by now. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public Statement statement(String tenant, YearMonth month) {
        guard.requireSee(tenant, "tenant '" + tenant + "'");
        tenants.requireKnown(tenant);
        return closer.find(tenant, month)
                .map(ClosedMonth::statement)
                .orElseGet(() -> sums.of(tenant, month, null, null));
    }
}
