package dev.sluice.control.tenants;

import dev.sluice.control.access.IssuedKey;
import dev.sluice.control.catalogue.DocumentJson;
import dev.sluice.control.catalogue.ManagedBy;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.model.access.KeyState;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A key or sub-key as it is shown: what it may do, and the ends of its secret. */
public record KeyView(
        UUID id,
        String path,
        KeyState state,
        String hint,
        Instant issuedAt,
        String issuedBy,
        ManagedBy managedBy,
        @Nullable String fileName,
        JsonNode rules) {
    static KeyView of(IssuedKey key, StoredDocument document) {
        var rules = DocumentJson.tree(document.body());
        rules.remove("name");
        return new KeyView(
                key.id(),
                key.path(),
                key.state(),
                key.hint(),
                key.issuedAt(),
                key.issuedBy(),
                document.managedBy(),
                document.fileName(),
                rules);
    }
}
