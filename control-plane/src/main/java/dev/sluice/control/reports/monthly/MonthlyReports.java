package dev.sluice.control.reports.monthly;

import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.periods.BilledUsage;
import dev.sluice.control.periods.PeriodView;
import dev.sluice.control.periods.Periods;
import dev.sluice.control.periods.Statement;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.web.Refusal;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/**
 * A month from the statements of its tenants: kept ones where it is closed, else as the books
 * stand. What a statement does not tell apart is looked up in the roll-ups that it was summed from.
 */
@Service
public class MonthlyReports {
    private final Periods periods;
    private final BilledUsage usage;
    private final TenantCalendar calendar;
    private final AccessGuard guard;

    MonthlyReports(Periods periods, BilledUsage usage, TenantCalendar calendar, AccessGuard guard) {
        this.guard = guard;
        this.periods = periods;
        this.usage = usage;
        this.calendar = calendar;
    }

    /** All tenants that the person may see, or the one named; a foreign one has no lines. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
    public MonthlyReport of(YearMonth month, @Nullable String tenant, Grouping grouping) {
        var bills =
                periods.list(tenant).stream()
                        .filter(it -> it.month().equals(month))
                        .map(PeriodView::tenant)
                        .sorted()
                        .map(it -> periods.statement(it, month))
                        .toList();
        var lines = new ArrayList<MonthlyReport.Line>();
        for (var bill : bills) {
            var found =
                    grouping.isOfStatements()
                            ? MonthlyLines.of(bill, grouping)
                            : MonthlyLines.of(
                                    bill,
                                    usage.bounded(
                                            bill.tenant(),
                                            month,
                                            bill.timeZone(),
                                            grouping.dimensions()),
                                    grouping);
            requireAgreement(bill, found);
            lines.addAll(found);
        }
        // A month without a line is nothing in the tenant's own currency.
        var currency =
                tenant == null || !guard.maySee(tenant)
                        ? calendar.currency()
                        : calendar.currencyOf(tenant);
        return MonthlyReport.of(month, grouping, bills, lines, currency);
    }

    /** Every grouping is the same bill: sums that differ are shown to nobody. */
    private static void requireAgreement(Statement bill, List<MonthlyReport.Line> lines) {
        var report = MonthlyReport.of(bill.month(), Grouping.DEFAULT, List.of(), lines, "");
        for (var total : bill.totals()) {
            var found = report.totals(total.currency());
            if (found.requests() != total.requests()
                    || !Stream.ofNullable(found.cost()).allMatch(total.amount()::equals)) {
                throw Refusal.conflict(
                        "sums_differ",
                        "the sums of %s for %s are not those of its statement: make its days anew with POST /api/v1/usage/replays"
                                .formatted(bill.tenant(), bill.month()));
            }
        }
    }
}
