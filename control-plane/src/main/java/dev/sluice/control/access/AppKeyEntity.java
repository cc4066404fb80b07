package dev.sluice.control.access;

import dev.sluice.model.access.KeyState;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "app_key")
class AppKeyEntity {
    @Id UUID id;
    String hash;
    String tenant;
    String path;
    String state;
    String hint;
    int chunk;
    Instant issuedAt;
    String issuedBy;
    @Nullable Instant revokedAt;
    @Nullable Instant forgetAfter;

    KeyState keyState() {
        return KeyState.valueOf(state.toUpperCase(Locale.ROOT));
    }

    IssuedKey toKey() {
        return new IssuedKey(id, path, keyState(), hint, issuedAt, issuedBy, revokedAt);
    }
}
