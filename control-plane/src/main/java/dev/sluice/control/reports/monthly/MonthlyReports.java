package dev.sluice.control.reports.monthly;

import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.reports.UsageItem;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.model.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Sums up what a month bears, for each tenant by its own calendar. */
@Service
public class MonthlyReports {
    private static final Comparator<MonthlyReport.Line> BY_NAME =
            Comparator.comparing(MonthlyReport.Line::tenant)
                    .thenComparing(MonthlyReport.Line::app)
                    .thenComparing(line -> String.valueOf(line.businessLine()))
                    .thenComparing(MonthlyReport.Line::alias)
                    .thenComparing(line -> String.valueOf(line.model()))
                    .thenComparing(MonthlyReport.Line::currency);

    private final JdbcClient database;
    private final TenantCalendar calendar;
    private final AccessGuard guard;

    MonthlyReports(JdbcClient database, TenantCalendar calendar, AccessGuard guard) {
        this.database = database;
        this.calendar = calendar;
        this.guard = guard;
    }

    /** All tenants that the person may see, or the one named; a foreign one has no lines. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public MonthlyReport of(YearMonth month, @Nullable String tenant) {
        var lines = new ArrayList<MonthlyReport.Line>();
        if (tenant == null || guard.maySee(tenant)) {
            lines.addAll(linesOf(month, tenant != null ? tenant : guard.onlyTenant()));
        }
        lines.sort(BY_NAME);
        return MonthlyReport.of(month, lines, calendar.currency());
    }

    private List<MonthlyReport.Line> linesOf(YearMonth month, @Nullable String tenant) {
        return database.sql(
                        """
                        SELECT tenant, app, business_line, alias, model, currency,
                               sum(requests) AS requests,
                               sum(tokens_input) AS tokens_input,
                               sum(tokens_cached_input) AS tokens_cached_input,
                               sum(tokens_cache_write) AS tokens_cache_write,
                               sum(tokens_output) AS tokens_output,
                               sum(tokens_reasoning) AS tokens_reasoning,
                               sum(tokens_audio_input) AS tokens_audio_input,
                               sum(tokens_audio_output) AS tokens_audio_output,
                               sum(cost_nanos) AS cost_nanos
                        FROM usage_day
                        WHERE billed_in = :month
                          AND (cast(:tenant as text) IS NULL OR tenant = :tenant)
                        GROUP BY tenant, app, business_line, alias, model, currency
                        HAVING sum(requests) <> 0 OR sum(cost_nanos) <> 0
                        """)
                .param("month", BillingPeriod.columnOf(month))
                .param("tenant", tenant)
                .query((row, n) -> line(row))
                .list();
    }

    private static MonthlyReport.Line line(ResultSet row) throws SQLException {
        return new MonthlyReport.Line(
                row.getString("tenant"),
                row.getString("app"),
                orNull(row.getString("business_line")),
                row.getString("alias"),
                orNull(row.getString("model")),
                row.getLong("requests"),
                new UsageItem.Tokens(
                        row.getLong("tokens_input"),
                        row.getLong("tokens_cached_input"),
                        row.getLong("tokens_cache_write"),
                        row.getLong("tokens_output"),
                        row.getLong("tokens_reasoning"),
                        row.getLong("tokens_audio_input"),
                        row.getLong("tokens_audio_output")),
                new Money(row.getLong("cost_nanos")),
                row.getString("currency"));
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
