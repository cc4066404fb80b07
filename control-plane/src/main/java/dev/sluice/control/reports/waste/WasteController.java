package dev.sluice.control.reports.waste;

import dev.sluice.control.web.Refusal;
import java.time.Instant;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Waste over REST. */
@RestController
class WasteController {
    private final WasteReports reports;

    WasteController(WasteReports reports) {
        this.reports = reports;
    }

    @GetMapping("/api/v1/reports/waste")
    WasteReport find(
            @RequestParam(required = false) @Nullable YearMonth month,
            @RequestParam(required = false) @Nullable Instant from,
            @RequestParam(required = false) @Nullable Instant to,
            @RequestParam(required = false) @Nullable String tenant) {
        if (month != null && from == null && to == null) {
            return reports.of(month, tenant);
        }
        if (month == null && from != null && to != null) {
            return reports.of(from, to, tenant);
        }
        throw Refusal.badRequest("name a 'month' like 2026-11, or both 'from' and 'to'");
    }
}
