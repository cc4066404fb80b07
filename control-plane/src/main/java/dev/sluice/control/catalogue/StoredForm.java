package dev.sluice.control.catalogue;

import org.jspecify.annotations.Nullable;

/** Turns the columns of a stored document back into one. */
final class StoredForm {
    private StoredForm() {}

    static StoredDocument document(
            String kindText,
            String path,
            String managedBy,
            @Nullable String fileName,
            String body) {
        var kind =
                DocumentIds.kind(kindText)
                        .orElseThrow(
                                () -> new IllegalStateException("stored kind '" + kindText + "'"));
        return new StoredDocument(
                kind, path, ManagedBy.parse(managedBy), fileName, DocumentJson.parse(kind, body));
    }
}
