package dev.sluice.control.people;

import dev.sluice.control.security.Role;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A user as others see them. */
public record UserView(
        UUID id,
        String name,
        Set<Role> roles,
        @Nullable String tenant,
        boolean enabled,
        Instant createdAt) {
    static UserView of(AppUserEntity user) {
        return new UserView(
                user.id, user.name, user.roleSet(), user.tenant, user.enabled, user.createdAt);
    }
}
