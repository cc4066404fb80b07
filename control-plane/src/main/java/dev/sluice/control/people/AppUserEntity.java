package dev.sluice.control.people;

import dev.sluice.control.security.Person;
import dev.sluice.control.security.Role;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "app_user")
class AppUserEntity {
    @Id UUID id;
    String name;
    String passwordHash;
    String roles;
    @Nullable String tenant;
    boolean enabled;
    Instant createdAt;

    Set<Role> roleSet() {
        return Arrays.stream(roles.split(","))
                .filter(text -> !text.isEmpty())
                .map(Role::valueOf)
                .collect(Collectors.toSet());
    }

    void setRoleSet(Set<Role> given) {
        roles = given.stream().sorted().map(Enum::name).collect(Collectors.joining(","));
    }

    Person toPerson() {
        return new Person(id, name, roleSet(), tenant, passwordHash, enabled);
    }
}
