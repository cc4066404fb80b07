package dev.sluice.admin.audit;

import dev.sluice.admin.components.Words;
import java.util.List;

/** What the trail calls actions and kinds, in the reader's language. */
final class AuditWords {
    /** Everything of which changes are noted. */
    static final List<String> KINDS =
            List.of(
                    "upstream",
                    "model",
                    "alias",
                    "tenant",
                    "app",
                    "key",
                    "sub-key",
                    "user",
                    "token",
                    "version",
                    "installation",
                    "adjustment",
                    "period",
                    "re-rating",
                    "provider-bill",
                    "reconciliation-threshold",
                    "report-secret",
                    "delivery",
                    "anomaly",
                    "usage");

    private AuditWords() {}

    static String action(String action) {
        return Words.text("audit.action." + action);
    }

    static String kind(String kind) {
        return Words.text("kind.of." + kind);
    }
}
