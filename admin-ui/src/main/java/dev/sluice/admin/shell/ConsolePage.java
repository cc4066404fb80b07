package dev.sluice.admin.shell;

import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.control.security.Person;
import dev.sluice.control.security.Role;
import java.util.Collections;
import java.util.Set;

/** The pages of the menu in their order, and whom each is for. */
enum ConsolePage {
    OVERVIEW("", "overview", VaadinIcon.DASHBOARD),
    TEAMS("teams", "teams", VaadinIcon.USERS),
    CATALOGUE("catalogue", "catalogue", VaadinIcon.CUBES, Role.PLATFORM_ADMIN, Role.AUDITOR),
    PUBLICATIONS(
            "publications",
            "publications",
            VaadinIcon.ROCKET,
            Role.PLATFORM_ADMIN,
            Role.TENANT_ADMIN,
            Role.AUDITOR),
    REQUESTS("requests", "requests", VaadinIcon.LIST),
    REPORTS("reports", "reports", VaadinIcon.BAR_CHART),
    PERIODS("periods", "periods", VaadinIcon.CALENDAR),
    ADJUSTMENTS("adjustments", "adjustments", VaadinIcon.PLUS_MINUS),
    RE_RATINGS("re-ratings", "reRatings", VaadinIcon.REFRESH, Role.PLATFORM_ADMIN, Role.FINANCE),
    ACCOUNTS("accounts", "accounts", VaadinIcon.BOOK),
    PRICES("prices", "prices", VaadinIcon.DOLLAR, Role.PLATFORM_ADMIN, Role.FINANCE, Role.AUDITOR),
    RECONCILIATION(
            "reconciliation",
            "reconciliation",
            VaadinIcon.SCALE,
            Role.PLATFORM_ADMIN,
            Role.FINANCE,
            Role.AUDITOR),
    DELIVERIES("deliveries", "deliveries", VaadinIcon.ENVELOPE),
    WASTE("waste", "waste", VaadinIcon.TRASH),
    ANOMALIES("anomalies", "anomalies", VaadinIcon.TRENDING_UP),
    FLEET("fleet", "fleet", VaadinIcon.SERVER, Role.PLATFORM_ADMIN, Role.AUDITOR),
    AUDIT("audit", "audit", VaadinIcon.EYE, Role.PLATFORM_ADMIN, Role.TENANT_ADMIN, Role.AUDITOR),
    USERS("users", "users", VaadinIcon.KEY, Role.PLATFORM_ADMIN, Role.TENANT_ADMIN);

    private final String path;
    private final String name;
    private final VaadinIcon icon;

    @SuppressWarnings("ImmutableEnumChecker") // of Set.of
    private final Set<Role> roles;

    /** Without roles: for everyone. */
    ConsolePage(String path, String name, VaadinIcon icon, Role... roles) {
        this.path = path;
        this.name = name;
        this.icon = icon;
        this.roles = Set.of(roles);
    }

    boolean isFor(Person person) {
        return (roles.isEmpty() || !Collections.disjoint(roles, person.roles()))
                && !(isOfPlatform() && person.tenant() != null);
    }

    /** Whether it is about what belongs to no tenant. */
    private boolean isOfPlatform() {
        return switch (this) {
            case RECONCILIATION, RE_RATINGS, PRICES -> true;
            default -> false;
        };
    }

    String path() {
        return path;
    }

    String titleKey() {
        return "page." + name;
    }

    VaadinIcon icon() {
        return icon;
    }
}
