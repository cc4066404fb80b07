package dev.sluice.control.adjustments;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.YearMonth;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Adjustments over REST. */
@RestController
@RequestMapping("/api/v1/adjustments")
class AdjustmentController {
    private static final int MOST = 1000;

    private final AdjustmentService adjustments;

    AdjustmentController(AdjustmentService adjustments) {
        this.adjustments = adjustments;
    }

    /** {@code next} is the cursor of the page after, null on the last. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Page(List<Adjustment> items, @Nullable UUID next) {}

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Adjustment make(@RequestBody AdjustmentForm form) {
        return adjustments.make(form);
    }

    @GetMapping
    Page find(
            @RequestParam(required = false) @Nullable String tenant,
            @RequestParam(required = false) @Nullable YearMonth month,
            @RequestParam(required = false) @Nullable UUID cursor,
            @RequestParam(defaultValue = "100") int limit) {
        int most = Math.clamp(limit, 1, MOST);
        var items = adjustments.find(tenant, month, cursor, most);
        return new Page(items, items.size() < most ? null : items.getLast().id());
    }
}
