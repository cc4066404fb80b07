package dev.sluice.control.allocation;

import dev.sluice.control.web.Refusal;
import java.time.YearMonth;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Pools over REST. */
@RestController
class PoolController {
    private final PoolReports reports;

    PoolController(PoolReports reports) {
        this.reports = reports;
    }

    @GetMapping("/api/v1/reports/pools")
    ResponseEntity<?> pools(
            @RequestParam YearMonth month, @RequestParam(defaultValue = "json") String format) {
        return switch (format) {
            case "json" -> ResponseEntity.ok(reports.of(month));
            case "csv" ->
                    ResponseEntity.ok()
                            .contentType(MediaType.parseMediaType("text/csv;charset=UTF-8"))
                            .header(
                                    HttpHeaders.CONTENT_DISPOSITION,
                                    "attachment; filename=\"sluice-pools-" + month + ".csv\"")
                            .body(reports.csv(month));
            default ->
                    throw Refusal.badRequest(
                            "'" + format + "' is not a format: use one of json, csv");
        };
    }
}
