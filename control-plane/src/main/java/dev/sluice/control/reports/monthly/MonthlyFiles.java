package dev.sluice.control.reports.monthly;

import dev.sluice.control.periods.PeriodView;
import dev.sluice.control.periods.Periods;
import dev.sluice.control.periods.Statement;
import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.YearMonth;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** A month as a file, in every form. */
@Service
public class MonthlyFiles {
    private final MonthlyReports reports;
    private final Periods periods;
    private final KnownTenants tenants;
    private final Clock clock;

    MonthlyFiles(MonthlyReports reports, Periods periods, KnownTenants tenants, Clock clock) {
        this.reports = reports;
        this.periods = periods;
        this.tenants = tenants;
        this.clock = clock;
    }

    /** Of all tenants that the person may see, or of the one named. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public byte[] of(MonthlyFormat format, YearMonth month, @Nullable String tenant) {
        return switch (format) {
            case JSON -> SluiceJson.mapper().writeValueAsBytes(report(month, tenant));
            case CSV -> utf8(MonthlyCsv.of(report(month, tenant)));
            case XLSX ->
                    MonthlyWorkbook.of(
                            report(month, tenant), statements(month, tenant), clock.instant());
            case FOCUS -> utf8(FocusCsv.of(statements(month, tenant)));
        };
    }

    private MonthlyReport report(YearMonth month, @Nullable String tenant) {
        var report = reports.of(month, tenant);
        if (report.lines().isEmpty()) {
            tenants.requireKnown(tenant);
        }
        return report;
    }

    private List<Statement> statements(YearMonth month, @Nullable String tenant) {
        return periods.list(tenant).stream()
                .filter(it -> it.month().equals(month))
                .map(PeriodView::tenant)
                .sorted()
                .map(it -> periods.statement(it, month))
                .toList();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
