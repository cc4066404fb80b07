package dev.sluice.control.deliveries.content;

import dev.sluice.control.alerts.Alert;
import dev.sluice.control.deliveries.Delivery;
import dev.sluice.control.periods.Statement;
import dev.sluice.control.reports.monthly.Grouping;
import dev.sluice.control.reports.monthly.MonthlyFiles;
import dev.sluice.control.reports.monthly.MonthlyFormat;
import dev.sluice.control.reports.monthly.MonthlyReports;
import dev.sluice.control.security.Person;
import dev.sluice.control.security.Role;
import dev.sluice.model.json.SluiceJson;
import java.time.YearMonth;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What is sent: what somebody of the tenant's finance would see. */
@Component
public class ReportContent {
    private final MonthlyFiles files;
    private final MonthlyReports reports;

    ReportContent(MonthlyFiles files, MonthlyReports reports) {
        this.files = files;
        this.reports = reports;
    }

    /** In one look at the books, so that text and files are the same month. */
    @Transactional(
            readOnly = true,
            isolation = Isolation.REPEATABLE_READ,
            propagation = Propagation.REQUIRES_NEW)
    public Content of(Delivery delivery) {
        var before = SecurityContextHolder.getContext();
        var context = SecurityContextHolder.createEmptyContext();
        var person =
                new Person(
                        new UUID(0, 0),
                        "system",
                        Set.of(Role.FINANCE),
                        tenantOf(delivery),
                        "",
                        true);
        context.setAuthentication(
                UsernamePasswordAuthenticationToken.authenticated(
                        person, "", person.getAuthorities()));
        SecurityContextHolder.setContext(context);
        try {
            return read(delivery);
        } finally {
            SecurityContextHolder.setContext(before);
        }
    }

    /** Null for all of them. */
    private static @Nullable String tenantOf(Delivery delivery) {
        return delivery.tenant().equals(Alert.INSTALLATION) ? null : delivery.tenant();
    }

    private Content read(Delivery delivery) {
        var month = Objects.requireNonNull(delivery.month());
        var tenant = tenantOf(delivery);
        var bills = reports.of(month, tenant, Grouping.DEFAULT).bills();
        var fields = new LinkedHashMap<String, Object>();
        fields.put("tenant", delivery.tenant());
        fields.put("month", month);
        fields.put("closed", bills.stream().allMatch(Statement::closed));
        fields.put("report", SluiceJson.mapper().readTree(file(MonthlyFormat.JSON, month, tenant)));
        return new Content(
                "Sluice: " + (tenant == null ? "all tenants" : tenant) + ", " + month,
                ReportText.of(month, bills),
                "monthly-report",
                fields,
                delivery.formats().stream()
                        .map(it -> MonthlyFormat.valueOf(it.toUpperCase(Locale.ROOT)))
                        .map(it ->
                                new Content.Attachment(
                                        it.fileName(month),
                                        it.mediaType(),
                                        new ByteArrayResource(file(it, month, tenant))))
                        .toList());
    }

    private byte[] file(MonthlyFormat format, YearMonth month, @Nullable String tenant) {
        return files.of(format, month, tenant, Grouping.DEFAULT);
    }
}
