package dev.sluice.control.reports.monthly;

import dev.sluice.control.tenants.KnownTenants;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.YearMonth;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** A month as a file, in every form. */
@Service
public class MonthlyFiles {
    /** A large one takes a third of a small control plane's memory. */
    private static final int MADE_AT_ONCE = 2;

    private final Semaphore desks = new Semaphore(MADE_AT_ONCE, true);
    private final MonthlyReports reports;
    private final KnownTenants tenants;
    private final TransactionTemplate transaction;
    private final Clock clock;

    MonthlyFiles(
            MonthlyReports reports,
            KnownTenants tenants,
            PlatformTransactionManager transactions,
            Clock clock) {
        transaction = new TransactionTemplate(transactions);
        transaction.setReadOnly(true);
        transaction.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        this.reports = reports;
        this.tenants = tenants;
        this.clock = clock;
    }

    /** Of all tenants that the person may see, or of the one named. */
    @PreAuthorize("isAuthenticated()")
    public byte[] of(
            MonthlyFormat format, YearMonth month, @Nullable String tenant, Grouping grouping) {
        // Before the transaction: whoever waits holds no connection of the database.
        desks.acquireUninterruptibly();
        try {
            return transaction.execute(status -> made(format, month, tenant, grouping));
        } finally {
            desks.release();
        }
    }

    private byte[] made(
            MonthlyFormat format, YearMonth month, @Nullable String tenant, Grouping grouping) {
        var report = reports.of(month, tenant, grouping);
        if (report.lines().isEmpty()) {
            tenants.requireKnown(tenant);
        }
        return switch (format) {
            case JSON -> MonthlyJson.of(report);
            case CSV -> utf8(MonthlyCsv.of(report));
            case XLSX -> MonthlyWorkbook.of(report, clock.instant());
            case FOCUS -> utf8(FocusCsv.of(report));
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
