package dev.sluice.control.access;

import dev.sluice.model.access.KeyState;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is known of an issued key: never its secret. */
public record IssuedKey(
        UUID id,
        String path,
        KeyState state,
        String hint,
        Instant issuedAt,
        String issuedBy,
        @Nullable Instant revokedAt) {}
