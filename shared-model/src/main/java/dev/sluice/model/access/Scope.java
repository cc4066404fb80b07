package dev.sluice.model.access;

import org.jspecify.annotations.Nullable;

/** A level of the tree tenant, app, AppKey, sub-key. */
public sealed interface Scope permits Tenant, App, AppKey, SubKey {
    String name();

    @Nullable AccessRules rules();

    /** The rules, empty ones where none are given. */
    default AccessRules rulesOrNone() {
        var own = rules();
        return own != null ? own : AccessRules.NONE;
    }
}
