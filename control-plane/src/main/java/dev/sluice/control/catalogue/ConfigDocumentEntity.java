package dev.sluice.control.catalogue;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "config_document")
class ConfigDocumentEntity {
    @Id String id;
    String kind;
    String path;
    String managedBy;
    @Nullable String fileName;
    String body;
    Instant changedAt;
    String changedBy;

    void take(StoredDocument document, Instant now, String author) {
        id = document.id();
        kind = document.kind().text();
        path = document.path();
        managedBy = document.managedBy().text();
        fileName = document.fileName();
        body = DocumentJson.canonical(document.body());
        changedAt = now;
        changedBy = author;
    }

    StoredDocument toDocument() {
        return StoredForm.document(kind, path, managedBy, fileName, body);
    }
}
