package dev.sluice.control.security;

import dev.sluice.control.web.Refusal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/**
 * The one place that decides who may see or change what. Services ask it, so that REST and console
 * share the answer. What somebody may not see does not exist for them.
 */
@Component("guard")
public class AccessGuard {
    /** Whoever is behind the current call; fails outside of one. */
    public Person person() {
        return current()
                .orElseThrow(() -> Refusal.forbidden("nobody is logged in for this action"));
    }

    /** Whoever is behind the current call, if anybody. */
    public Optional<Person> current() {
        var authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication != null && authentication.getPrincipal() instanceof Person person
                ? Optional.of(person)
                : Optional.empty();
    }

    /** Whether the person may look at the tenant's own things. */
    public boolean maySee(String tenant) {
        var bound = person().tenant();
        return bound == null || bound.equals(tenant);
    }

    /** Whether the person may change apps, keys and limits of the tenant. */
    public boolean mayChange(String tenant) {
        var person = person();
        return person.is(Role.PLATFORM_ADMIN)
                || (person.is(Role.TENANT_ADMIN) && tenant.equals(person.tenant()));
    }

    /** Whether the person may change what all tenants share, and publish. */
    public boolean mayChangePlatform() {
        return person().is(Role.PLATFORM_ADMIN);
    }

    /** Whether the person may move money in the books and close months: not the tenants' own. */
    public boolean mayKeepBooks() {
        var person = person();
        return person.is(Role.PLATFORM_ADMIN)
                || (person.is(Role.FINANCE) && person.tenant() == null);
    }

    /** Whether the person may see what belongs to no tenant: upstreams, models, prices. */
    public boolean maySeePlatform() {
        var person = person();
        return person.tenant() == null;
    }

    /** The tenant that everything shown has to be narrowed to; none for people of the platform. */
    public @Nullable String onlyTenant() {
        return person().tenant();
    }

    /** Fails as if the thing did not exist where the tenant is foreign. */
    public void requireSee(String tenant, String what) {
        if (!maySee(tenant)) {
            throw Refusal.notFound(what);
        }
    }

    /** Fails with 404 for foreign tenants and with 403 for one's own. */
    public void requireChange(String tenant, String what) {
        requireSee(tenant, what);
        if (!mayChange(tenant)) {
            throw Refusal.forbidden("your role does not allow changes to " + what);
        }
    }

    public void requireChangePlatform(String what) {
        if (!mayChangePlatform()) {
            throw Refusal.forbidden("only a platform admin may change " + what);
        }
    }
}
