package dev.sluice.model.usage;

import dev.sluice.model.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * What was held for the call.
 *
 * @param mode {@code exact} (held in the shared store) or {@code local} (from a node's slice or
 *     share), {@code prepaid} (by rates that the node had taken ahead)
 * @param refusedBy the rule that refused: scope and limit or budget, as in {@code app/a/b budget
 *     month}; {@code price} in place of {@code budget} where a model without one could not be
 *     guarded
 * @param expectedOutput tokens of output that budgets of mode {@code expected} held for each
 *     choice: what such calls usually use; absent where no such budget bounds the call
 * @param flat what the call is charged where its model has no price: the highest amount that its
 *     budgets' {@code unpriceable} names; absent where none does
 */
public record ReservationFacts(
        String mode,
        Money heldMoney,
        long heldTokens,
        @Nullable String refusedBy,
        @Nullable Long expectedOutput,
        @Nullable Money flat) {
    /** Where no budget went by what is usual. */
    public ReservationFacts(
            String mode, Money heldMoney, long heldTokens, @Nullable String refusedBy) {
        this(mode, heldMoney, heldTokens, refusedBy, null, null);
    }
}
