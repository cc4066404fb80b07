package dev.sluice.control.accounts;

import dev.sluice.control.budgets.SharedStore;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.RedisKeys;
import io.lettuce.core.RedisException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** What calls under way hold of their tenants' money budgets: not in the books yet. */
@Component
class HeldMoney {
    private static final Logger LOG = LoggerFactory.getLogger(HeldMoney.class);
    private static final String HELD = "m";
    private static final String RAISED = "h";
    private static final int MOST_CALLS = 200_000;
    private static final int AT_ONCE = 1_000;

    private final SharedStore store;

    HeldMoney(SharedStore store) {
        this.store = store;
    }

    /** By tenant; empty while the shared store is away. */
    Optional<Map<String, Money>> of(Collection<String> tenants) {
        try {
            var held = new HashMap<String, Money>();
            for (var tenant : tenants) {
                held.put(tenant, of(tenant));
            }
            return Optional.of(Map.copyOf(held));
        } catch (RedisException away) {
            LOG.warn("what is held is not known, Redis does not answer: {}", away.toString());
            return Optional.empty();
        }
    }

    private Money of(String tenant) {
        var records =
                store.oldest(RedisKeys.holds(tenant), Long.MAX_VALUE, MOST_CALLS).stream()
                        .map(open -> RedisKeys.record(tenant, UUID.fromString(open.getValue())))
                        .toList();
        var sum = Money.ZERO;
        for (int from = 0; from < records.size(); from += AT_ONCE) {
            var to = Math.min(records.size(), from + AT_ONCE);
            for (var fields : store.hashes(records.subList(from, to))) {
                sum = sum.plus(new Money(heldNanos(fields)));
            }
        }
        return sum;
    }

    /**
     * A call holds the same money at each level; where they differ, the most of it. Records name
     * holds in lines of kind, amount and budget, as {@code prelude.lua} says.
     */
    private static long heldNanos(Map<String, String> fields) {
        if (!"held".equals(fields.get("state"))) {
            return 0;
        }
        var byBudget = new HashMap<String, Long>();
        for (var line : fields.getOrDefault("budgets", "").lines().toList()) {
            var parts = line.split(" ", 3);
            if (parts[0].equals(HELD)) {
                byBudget.put(parts[2], Long.parseLong(parts[1]));
            } else if (parts[0].equals(RAISED)) {
                byBudget.computeIfPresent(parts[2], (key, held) -> held + Long.parseLong(parts[1]));
            }
        }
        return byBudget.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
