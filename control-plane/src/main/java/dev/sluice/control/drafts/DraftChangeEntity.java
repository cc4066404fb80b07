package dev.sluice.control.drafts;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "draft_change")
@IdClass(DraftChangeEntity.Key.class)
class DraftChangeEntity {
    @Id UUID owner;

    @Id
    @Column(name = "document_id")
    String documentId;

    String kind;
    String path;
    @Nullable String body;
    @Nullable String baseBody;
    Instant changedAt;

    record Key(UUID owner, String documentId) implements Serializable {}
}
