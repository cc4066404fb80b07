package dev.sluice.control.calendar;

import java.util.Map;

/** The clocks as published at one time; a tenant that left the config counts by UTC. */
public record TenantClocks(Map<String, TenantClock> byTenant) {
    public static final TenantClocks ALL_UTC = new TenantClocks(Map.of());

    public TenantClocks {
        byTenant = Map.copyOf(byTenant);
    }

    public TenantClock of(String tenant) {
        return byTenant.getOrDefault(tenant, TenantClock.UTC);
    }
}
