package dev.sluice.control.reports;

import dev.sluice.control.web.Refusal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Single calls over REST. */
@RestController
class UsageController {
    private final UsageRequests requests;
    private final RollupRepairs repairs;
    private final KnownTenants tenants;

    UsageController(UsageRequests requests, RollupRepairs repairs, KnownTenants tenants) {
        this.requests = requests;
        this.tenants = tenants;
        this.repairs = repairs;
    }

    @GetMapping("/api/v1/usage/requests")
    UsagePage find(
            @RequestParam(required = false) @Nullable String traceId,
            @RequestParam(required = false) @Nullable String requestId,
            @RequestParam(required = false) @Nullable Instant from,
            @RequestParam(required = false) @Nullable Instant to,
            @RequestParam(required = false) @Nullable String tenant,
            @RequestParam(required = false) @Nullable String app,
            @RequestParam(required = false) @Nullable String key,
            @RequestParam(required = false) @Nullable String status,
            @RequestParam(required = false) @Nullable UUID cursor,
            @RequestParam(defaultValue = "100") int limit) {
        if (cursor != null && cursor.version() != 7) {
            throw Refusal.badRequest("'cursor' is not the 'next' of an earlier answer");
        }
        var page =
                requests.find(
                        new UsageQuery(
                                traceId, requestId, from, to, tenant, app, key, status, cursor,
                                limit));
        if (page.items().isEmpty()) {
            tenants.requireKnown(tenant);
        }
        return page;
    }

    @PostMapping("/api/v1/usage/rollups/rebuild")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void rebuild(@RequestParam LocalDate from, @RequestParam LocalDate to) {
        repairs.rebuild(from, to);
    }
}
