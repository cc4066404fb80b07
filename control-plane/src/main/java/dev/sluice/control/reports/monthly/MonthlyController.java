package dev.sluice.control.reports.monthly;

import dev.sluice.control.web.Moments;
import dev.sluice.control.web.Refusal;
import java.time.DateTimeException;
import java.time.YearMonth;
import java.util.List;
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
    private final MonthlyFiles files;

    MonthlyController(MonthlyFiles files) {
        this.files = files;
    }

    @GetMapping("/api/v1/reports/monthly")
    ResponseEntity<byte[]> monthly(
            @RequestParam String month,
            @RequestParam(required = false) @Nullable String tenant,
            @RequestParam(defaultValue = "json") String format,
            @RequestParam(defaultValue = "") List<String> groupBy) {
        var wanted =
                MonthlyFormat.find(format)
                        .orElseThrow(() ->
                                Refusal.badRequest(
                                        "'"
                                                + format
                                                + "' is not a format: use one of "
                                                + MonthlyFormat.all()));
        var asked = parse(month);
        var file = files.of(wanted, asked, tenant, Grouping.parse(groupBy));
        var answer = ResponseEntity.ok().contentType(MediaType.parseMediaType(wanted.mediaType()));
        if (wanted != MonthlyFormat.JSON) {
            answer.header(
                    HttpHeaders.CONTENT_DISPOSITION,
                    "attachment; filename=\"" + wanted.fileName(asked) + "\"");
        }
        return answer.body(file);
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
