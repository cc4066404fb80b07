package dev.sluice.control.audit;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The audit trail over REST. */
@RestController
@RequestMapping("/api/v1/audit")
class AuditController {
    private final AuditLog log;

    AuditController(AuditLog log) {
        this.log = log;
    }

    record Page(List<AuditEntry> items, @Nullable Long next) {}

    @GetMapping
    Page find(
            @RequestParam(required = false) @Nullable String tenant,
            @RequestParam(required = false) @Nullable String actor,
            @RequestParam(required = false) @Nullable String kind,
            @RequestParam(required = false) @Nullable String path,
            @RequestParam(required = false) @Nullable Instant from,
            @RequestParam(required = false) @Nullable Instant to,
            @RequestParam(required = false) @Nullable Long cursor,
            @RequestParam(defaultValue = "100") int limit) {
        var query = new AuditQuery(tenant, actor, kind, path, from, to, cursor, limit);
        var found = log.find(query);
        return new Page(found, found.size() < query.limit() ? null : found.getLast().id());
    }
}
