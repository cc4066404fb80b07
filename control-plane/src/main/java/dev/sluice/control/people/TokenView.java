package dev.sluice.control.people;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An API token as it is shown.
 *
 * @param secret only in the answer that creates it
 */
public record TokenView(
        UUID id,
        String name,
        String hint,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable String secret) {
    static TokenView of(ApiTokenEntity token, @Nullable String secret) {
        return new TokenView(
                token.id,
                token.name,
                token.hint,
                token.createdAt,
                token.expiresAt,
                token.revokedAt,
                secret);
    }

    @Override
    public String toString() {
        return "TokenView[" + name + " " + hint + "]";
    }
}
