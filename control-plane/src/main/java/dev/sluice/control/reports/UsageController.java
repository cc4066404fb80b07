package dev.sluice.control.reports;

import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.control.web.Moments;
import dev.sluice.control.web.Refusal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Single calls over REST. */
@RestController
class UsageController {
    private final UsageRequests requests;
    private final Replays replays;
    private final KnownTenants tenants;

    UsageController(UsageRequests requests, Replays replays, KnownTenants tenants) {
        this.requests = requests;
        this.tenants = tenants;
        this.replays = replays;
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

    /**
     * Days to make anew, in UTC, both included.
     *
     * @param mostSeconds absent: 60
     */
    record ReplayForm(
            @Nullable LocalDate from, @Nullable LocalDate to, @Nullable Integer mostSeconds) {}

    @PostMapping("/api/v1/usage/replays")
    Replays.Replay replay(@RequestBody ReplayForm form) {
        return replays.run(
                day("from", form.from()),
                day("to", form.to()),
                form.mostSeconds() == null ? 60 : form.mostSeconds());
    }

    private static LocalDate day(String name, @Nullable LocalDate day) {
        if (day == null || !Moments.isUsable(day)) {
            throw Refusal.badRequest("'" + name + "' is a day like \"2026-11-30\"");
        }
        return day;
    }
}
