package dev.sluice.model.access;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.model.id.Name;
import dev.sluice.model.snapshot.ConfigBody;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The customer organisation; owns apps, budgets and a ledger account. */
public record Tenant(
        String name, @Nullable ZoneId timeZone, @JsonUnwrapped @Nullable AccessRules rules)
        implements ConfigBody, Scope {
    public Tenant {
        Name.segment("tenant", name);
    }

    public ZoneId zone() {
        return timeZone != null ? timeZone : ZoneOffset.UTC;
    }
}
