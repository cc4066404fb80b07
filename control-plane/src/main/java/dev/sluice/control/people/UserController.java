package dev.sluice.control.people;

import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.security.Role;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Users over REST, and who one is oneself. */
@RestController
@RequestMapping("/api/v1")
class UserController {
    private final UserService users;
    private final AccessGuard guard;

    UserController(UserService users, AccessGuard guard) {
        this.users = users;
        this.guard = guard;
    }

    record Users(List<UserView> items) {}

    record Me(UUID id, String name, Set<Role> roles, @Nullable String tenant) {}

    @GetMapping("/me")
    Me me() {
        var person = guard.person();
        return new Me(person.id(), person.name(), person.roles(), person.tenant());
    }

    @GetMapping("/users")
    Users list() {
        return new Users(users.list());
    }

    @PostMapping("/users")
    @ResponseStatus(HttpStatus.CREATED)
    UserView create(@RequestBody UserForm form) {
        return users.create(form);
    }

    @PatchMapping("/users/{id}")
    UserView update(@PathVariable UUID id, @RequestBody UserForm form) {
        return users.update(id, form);
    }

    @DeleteMapping("/users/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable UUID id) {
        users.delete(id);
    }
}
