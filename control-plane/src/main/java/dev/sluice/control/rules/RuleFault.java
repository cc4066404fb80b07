package dev.sluice.control.rules;

import dev.sluice.control.catalogue.DocumentIds;
import dev.sluice.model.snapshot.DocumentKind;

/**
 * Why a state may not be published.
 *
 * @param field where in the document's body; empty for the document as a whole
 */
public record RuleFault(DocumentKind kind, String path, String field, String message) {
    public String documentId() {
        return DocumentIds.of(kind, path);
    }
}
