package dev.sluice.model.usage;

import dev.sluice.model.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * What was held for the call.
 *
 * @param mode {@code exact} (held in the shared store) or {@code local} (from a node's slice or
 *     share)
 * @param refusedBy the rule that refused: scope and limit or budget, as in {@code app/a/b budget
 *     month}
 */
public record ReservationFacts(
        String mode, Money heldMoney, long heldTokens, @Nullable String refusedBy) {}
