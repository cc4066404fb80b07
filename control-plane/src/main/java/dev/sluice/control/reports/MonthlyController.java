package dev.sluice.control.reports;

import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.control.web.Moments;
import dev.sluice.control.web.Refusal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.YearMonth;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Reports over REST. */
@RestController
class MonthlyController {
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

    private final MonthlyReports reports;
    private final KnownTenants tenants;

    MonthlyController(MonthlyReports reports, KnownTenants tenants) {
        this.reports = reports;
        this.tenants = tenants;
    }

    @GetMapping("/api/v1/reports/monthly")
    ResponseEntity<?> monthly(
            @RequestParam String month,
            @RequestParam(required = false) @Nullable String tenant,
            @RequestParam(defaultValue = "json") String format) {
        var parsed = parse(month);
        var report = reports.of(parsed, tenant);
        if (report.lines().isEmpty()) {
            tenants.requireKnown(tenant);
        }
        return switch (format.toLowerCase(Locale.ROOT)) {
            case "json" -> ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(report);
            case "csv" ->
                    ResponseEntity.ok()
                            .contentType(CSV)
                            .header(
                                    HttpHeaders.CONTENT_DISPOSITION,
                                    "attachment; filename=\"sluice-" + parsed + ".csv\"")
                            .body(MonthlyCsv.of(report).getBytes(StandardCharsets.UTF_8));
            case "xlsx", "focus" ->
                    throw Refusal.badRequest(
                            "format '" + format + "' is not supported yet: use json or csv");
            default ->
                    throw Refusal.badRequest("'" + format + "' is not a format: use json or csv");
        };
    }

    private static YearMonth parse(String month) {
        try {
            var parsed = YearMonth.parse(month);
            if (Moments.isUsable(parsed)) {
                return parsed;
            }
        } catch (DateTimeException unreadable) {
            throw notAMonth(month);
        }
        throw notAMonth(month);
    }

    private static Refusal notAMonth(String text) {
        return Refusal.badRequest("'" + text + "' is not a month: write it like 2026-11");
    }
}
