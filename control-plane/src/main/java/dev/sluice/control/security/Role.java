package dev.sluice.control.security;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;

/** What a person is here for. Finance, auditor and member may be bound to one tenant. */
public enum Role {
    PLATFORM_ADMIN,
    TENANT_ADMIN,
    MEMBER,
    FINANCE,
    AUDITOR;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @JsonCreator
    public static Role parse(String text) {
        return Arrays.stream(values())
                .filter(role -> role.text().equals(text))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "'"
                                        + text
                                        + "' is not a role: platform-admin, tenant-admin,"
                                        + " member, finance or auditor"));
    }

    /** The name in Spring Security. */
    public String authority() {
        return "ROLE_" + name();
    }

    /** Whether the role makes sense only within one tenant. */
    public boolean needsTenant() {
        return switch (this) {
            case TENANT_ADMIN, MEMBER -> true;
            case PLATFORM_ADMIN, FINANCE, AUDITOR -> false;
        };
    }
}
