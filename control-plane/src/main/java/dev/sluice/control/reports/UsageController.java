package dev.sluice.control.reports;

import dev.sluice.control.web.Refusal;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Single calls over REST. */
@RestController
class UsageController {
    private final UsageRequests requests;

    UsageController(UsageRequests requests) {
        this.requests = requests;
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
        return requests.find(
                new UsageQuery(
                        traceId, requestId, from, to, tenant, app, key, status, cursor, limit));
    }
}
