package dev.sluice.control.people;

import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.security.Role;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.id.Name;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.DocumentKind;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Users: the platform's admins manage all of them, a tenant's admins those of the tenant. */
@Service
public class UserService {
    private static final int LEAST_PASSWORD = 12;

    /** What the hash takes in; longer ones would only look safer. */
    private static final int MOST_PASSWORD_BYTES = 72;

    private final AppUserRepository users;
    private final AccessGuard guard;
    private final PasswordEncoder passwords;
    private final AuditLog audit;
    private final DocumentStore documents;
    private final Clock clock;

    UserService(
            AppUserRepository users,
            AccessGuard guard,
            PasswordEncoder passwords,
            AuditLog audit,
            DocumentStore documents,
            Clock clock) {
        this.users = users;
        this.guard = guard;
        this.passwords = passwords;
        this.audit = audit;
        this.documents = documents;
        this.clock = clock;
    }

    /** Everybody whom the person may manage, by name. */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional(readOnly = true)
    public List<UserView> list() {
        return users.findAllByOrderByName().stream()
                .filter(this::mayManage)
                .map(UserView::of)
                .toList();
    }

    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional
    public UserView create(UserForm form) {
        var faults = new ArrayList<FaultAt>();
        var name = form.name();
        if (name == null || !Name.isSegment(name)) {
            faults.add(fault("name", "must be letters, digits, '.', '_' or '-', at most 100"));
        } else if (users.findByName(name).isPresent()) {
            throw Refusal.conflict("exists", "there is already a user '" + name + "'");
        }
        if (form.password() == null) {
            faults.add(fault("password", "is missing"));
        }
        var user = new AppUserEntity();
        user.id = Uuid7.next(clock);
        user.name = String.valueOf(name);
        user.roles = "";
        user.enabled = true;
        user.createdAt = clock.instant();
        take(user, form, faults);
        users.save(user);
        note("create", user, null);
        return UserView.of(user);
    }

    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional
    public UserView update(UUID id, UserForm form) {
        var user = required(id);
        var before = SluiceJson.mapper().writeValueAsString(UserView.of(user));
        var faults = new ArrayList<FaultAt>();
        if (form.name() != null && !form.name().equals(user.name)) {
            faults.add(fault("name", "a user's name stays: audit rows bear it"));
        }
        take(user, form, faults);
        users.save(user);
        requireAnAdmin();
        note("update", user, before);
        return UserView.of(user);
    }

    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional
    public void delete(UUID id) {
        var user = required(id);
        users.delete(user);
        requireAnAdmin();
        audit.note(
                List.of(
                        new AuditNote(
                                "delete",
                                "user",
                                user.name,
                                user.tenant,
                                null,
                                SluiceJson.mapper().writeValueAsString(UserView.of(user)),
                                null)));
    }

    private void take(AppUserEntity user, UserForm form, List<FaultAt> faults) {
        var password = form.password();
        if (password != null) {
            var bytes = password.getBytes(StandardCharsets.UTF_8).length;
            if (password.length() < LEAST_PASSWORD || bytes > MOST_PASSWORD_BYTES) {
                faults.add(fault("password", "must have 12 characters, and at most 72 bytes"));
            }
        }
        var tenant = form.tenant();
        if (tenant != null) {
            // Others may only name their own: to them, what else there is stays unsaid.
            if (!tenant.isEmpty()
                    && guard.person().is(Role.PLATFORM_ADMIN)
                    && documents.find(DocumentKind.TENANT, tenant).isEmpty()) {
                faults.add(fault("tenant", "there is no such tenant"));
            }
            user.tenant = tenant.isEmpty() ? null : tenant;
        }
        var roles = form.roles();
        if (roles != null) {
            user.setRoleSet(roles);
        }
        checkRoles(user.roleSet(), user.tenant, faults);
        if (!faults.isEmpty()) {
            throw Refusal.invalid("the user has faults", faults);
        }
        if (!mayManage(user)) {
            throw Refusal.forbidden("you may only manage users of your own tenant");
        }
        if (password != null) {
            user.passwordHash = passwords.encode(password);
        }
        var enabled = form.enabled();
        if (enabled != null) {
            user.enabled = enabled;
        }
    }

    private static void checkRoles(Set<Role> roles, @Nullable String tenant, List<FaultAt> faults) {
        if (roles.isEmpty()) {
            faults.add(fault("roles", "a user needs at least one role"));
        }
        if (tenant == null && roles.stream().anyMatch(Role::needsTenant)) {
            faults.add(fault("tenant", "tenant-admin and member need a tenant"));
        }
        if (tenant != null && roles.contains(Role.PLATFORM_ADMIN)) {
            faults.add(fault("tenant", "a platform-admin is bound to no tenant"));
        }
    }

    private AppUserEntity required(UUID id) {
        return users.findById(id)
                .filter(this::mayManage)
                .orElseThrow(() -> Refusal.notFound("user " + id));
    }

    private boolean mayManage(AppUserEntity user) {
        var person = guard.person();
        return person.is(Role.PLATFORM_ADMIN)
                || (person.is(Role.TENANT_ADMIN)
                        && person.tenant() != null
                        && Objects.equals(person.tenant(), user.tenant));
    }

    private void requireAnAdmin() {
        var remains =
                users.findAllByOrderByName().stream()
                        .anyMatch(it -> it.enabled && it.roleSet().contains(Role.PLATFORM_ADMIN));
        if (!remains) {
            throw Refusal.conflict("last_admin", "the last platform admin must stay");
        }
    }

    private void note(String action, AppUserEntity user, @Nullable String before) {
        audit.note(
                List.of(
                        new AuditNote(
                                action,
                                "user",
                                user.name,
                                user.tenant,
                                null,
                                before,
                                SluiceJson.mapper().writeValueAsString(UserView.of(user)))));
    }

    private static FaultAt fault(String path, String message) {
        return new FaultAt(null, path, message);
    }
}
