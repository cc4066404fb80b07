package dev.sluice.control.drafts;

import dev.sluice.control.catalogue.DocumentIds;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.snapshot.DocumentKind;
import org.springframework.stereotype.Component;

/**
 * Who may see and edit which document. The catalogue and the tenants themselves (with the limits
 * and budgets that bound everything below) are the platform's; apps and keys are the tenant's.
 */
@Component
class DraftGuard {
    private final AccessGuard guard;

    DraftGuard(AccessGuard guard) {
        this.guard = guard;
    }

    boolean sees(DocumentKind kind, String path) {
        var tenant = DocumentIds.tenantOf(kind, path);
        return tenant == null ? guard.maySeePlatform() : guard.maySee(tenant);
    }

    void see(DocumentKind kind, String path) {
        if (!sees(kind, path)) {
            throw Refusal.notFound(kind.text() + " " + path);
        }
    }

    void change(DocumentKind kind, String path) {
        requireForm(kind, path);
        see(kind, path);
        switch (kind) {
            case UPSTREAM, MODEL, ALIAS, TENANT ->
                    guard.requireChangePlatform(kind.text() + " " + path);
            case APP, KEY, SUB_KEY -> {
                var tenant = path.substring(0, path.indexOf('/'));
                guard.requireChange(tenant, kind.text() + " " + path);
            }
        }
    }

    private static void requireForm(DocumentKind kind, String path) {
        var depth = DocumentIds.depth(kind);
        if (depth > 0 && path.split("/", -1).length != depth) {
            throw Refusal.badRequest(
                    "'" + path + "' is not the path of a " + kind.text() + ": " + depth + " names");
        }
    }
}
