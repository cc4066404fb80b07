package dev.sluice.control.people;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "api_token")
class ApiTokenEntity {
    @Id UUID id;
    String hash;
    String name;
    UUID userId;
    String hint;
    Instant createdAt;
    @Nullable Instant expiresAt;
    @Nullable Instant revokedAt;

    boolean usableAt(Instant now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }
}
