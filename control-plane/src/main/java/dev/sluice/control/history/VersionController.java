package dev.sluice.control.history;

import dev.sluice.control.changes.PlannedChange;
import dev.sluice.control.snapshot.ConfigVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Versions over REST. */
@RestController
@RequestMapping("/api/v1/versions")
class VersionController {
    private final VersionService versions;

    VersionController(VersionService versions) {
        this.versions = versions;
    }

    record Versions(List<ConfigVersion> items, @Nullable Long next) {}

    record Diff(List<PlannedChange> changes) {}

    /** Keys end only when the caller says so, who has seen which. */
    record RollbackRequest(@Nullable String comment, @Nullable Boolean revokeKeys) {}

    record Published(long version) {}

    @GetMapping
    Versions list(
            @RequestParam(required = false) @Nullable Long before,
            @RequestParam(defaultValue = "50") int limit) {
        var items = versions.list(before, limit);
        return new Versions(
                items, items.size() < limit || items.isEmpty() ? null : items.getLast().version());
    }

    @GetMapping("/{version}/diff")
    Diff diff(@PathVariable long version, @RequestParam(required = false) @Nullable Long against) {
        return new Diff(versions.diff(version, against));
    }

    /** What going back would do; nothing happens. */
    @GetMapping("/{version}/rollback")
    VersionService.RollbackPlan planRollback(@PathVariable long version) {
        return versions.planRollback(version);
    }

    @PostMapping("/{version}/rollback")
    Published rollback(
            @PathVariable long version,
            @RequestBody(required = false) @Nullable RollbackRequest request) {
        var wish = request == null ? new RollbackRequest(null, null) : request;
        return new Published(
                versions.rollback(version, wish.comment(), Boolean.TRUE.equals(wish.revokeKeys())));
    }
}
