package dev.sluice.control.catalogue;

import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.DocumentKind;
import org.jspecify.annotations.Nullable;

/**
 * A config document as it is kept.
 *
 * @param fileName the file that manages it, as it was called when last applied
 */
public record StoredDocument(
        DocumentKind kind,
        String path,
        ManagedBy managedBy,
        @Nullable String fileName,
        ConfigBody body) {
    /** {@code kind/path}: how plans and {@code --adopt} name it. */
    public String id() {
        return DocumentIds.of(kind, path);
    }

    /** The tenant it belongs to; none for the catalogue. */
    public @Nullable String tenant() {
        return DocumentIds.tenantOf(kind, path);
    }

    /** Whether both say the same, whoever manages them. */
    public boolean hasBodyOf(StoredDocument other) {
        return DocumentJson.canonical(body).equals(DocumentJson.canonical(other.body));
    }
}
