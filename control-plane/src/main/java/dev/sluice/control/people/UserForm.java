package dev.sluice.control.people;

import dev.sluice.control.security.Role;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is to be set of a user; absent fields stay as they are.
 *
 * @param tenant empty text: no tenant any more
 */
public record UserForm(
        @Nullable String name,
        @Nullable String password,
        @Nullable Set<Role> roles,
        @Nullable String tenant,
        @Nullable Boolean enabled) {
    @Override
    public String toString() {
        return "UserForm[" + name + "]";
    }
}
