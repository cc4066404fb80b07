package dev.sluice.control.budgets;

import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.RedisKeys;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A budget and the level of the tree tenant, app, key, sub-key that it stands at. */
public record PlacedBudget(
        String tenant,
        @Nullable String app,
        @Nullable String key,
        @Nullable String subKey,
        ZoneId zone,
        Budget budget) {
    /** Reads the path of a tenant, app, key or sub-key. */
    static PlacedBudget at(String path, ZoneId zone, Budget budget) {
        var parts = path.split("/", -1);
        return new PlacedBudget(
                parts[0],
                parts.length > 1 ? parts[1] : null,
                parts.length > 2 ? parts[2] : null,
                parts.length > 3 ? parts[3] : null,
                zone,
                budget);
    }

    public String level() {
        return subKey != null ? "sub-key" : key != null ? "key" : app != null ? "app" : "tenant";
    }

    public String path() {
        return Stream.of(tenant, app, key, subKey)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("/"));
    }

    public Instant windowStart(Instant now) {
        return budget.window().startOf(now, zone);
    }

    public Instant windowEnd(Instant now) {
        return budget.window().endOf(now, zone);
    }

    public String counterKey(Instant now) {
        return RedisKeys.budget(tenant, path(), budget.id(), windowStart(now));
    }

    long expiresAtSeconds(Instant now) {
        return RedisKeys.budgetExpiresAtSeconds(windowEnd(now));
    }

    /** Whether use at these places counts against this budget. */
    boolean counts(Spend.Place place) {
        return (app == null || app.equals(place.app()))
                && (key == null || key.equals(place.key()))
                && (subKey == null || subKey.equals(place.subKey()))
                && (budget.alias() == null || budget.alias().equals(place.alias()));
    }
}
