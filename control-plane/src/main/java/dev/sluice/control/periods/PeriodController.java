package dev.sluice.control.periods;

import dev.sluice.model.json.SluiceJson;
import java.time.YearMonth;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Months of the books over REST. */
@RestController
@RequestMapping("/api/v1/periods")
class PeriodController {
    private final Periods periods;

    PeriodController(Periods periods) {
        this.periods = periods;
    }

    record PeriodList(List<PeriodView> items) {}

    @GetMapping
    PeriodList list(@RequestParam(required = false) @Nullable String tenant) {
        return new PeriodList(periods.list(tenant));
    }

    @PostMapping("/{month}/close")
    PeriodView close(@PathVariable YearMonth month, @RequestParam String tenant) {
        return periods.close(tenant, month);
    }

    /** A closed month's own bytes, whose SHA-256 is the entity tag; else what stands by now. */
    @GetMapping(value = "/{month}/statement", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<String> statement(@PathVariable YearMonth month, @RequestParam String tenant) {
        var closed = periods.closed(tenant, month);
        if (closed.isPresent()) {
            return ResponseEntity.ok()
                    .eTag('"' + closed.get().sha256() + '"')
                    .body(closed.get().content());
        }
        return ResponseEntity.ok(
                SluiceJson.mapper().writeValueAsString(periods.statement(tenant, month)));
    }
}
