package dev.sluice.control.adjustments;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.money.Money;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Money that a tenant is charged (above zero) or given back (below zero) beside its calls.
 *
 * @param id a UUID version 7, and the id of its ledger transaction
 * @param app absent: the tenant as a whole
 * @param businessLine of the calls, or the app's when it was made; absent: none
 * @param alias absent: none in particular
 * @param model absent: no model in particular
 * @param usedIn the month whose calls it corrects; absent: it is about no calls
 * @param billedIn the month that bears it
 * @param reference unique within the tenant: what was made once is not made again
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Adjustment(
        UUID id,
        AdjustmentKind kind,
        String tenant,
        @Nullable String app,
        @Nullable String businessLine,
        @Nullable String alias,
        @Nullable String model,
        @Nullable YearMonth usedIn,
        YearMonth billedIn,
        Money amount,
        String currency,
        String reason,
        String reference,
        Instant madeAt,
        String madeBy) {

    /** Whether the other one says the same, whoever made it and when. */
    boolean isSameAs(Adjustment other) {
        return kind == other.kind
                && tenant.equals(other.tenant)
                && Objects.equals(app, other.app)
                && Objects.equals(model, other.model)
                && Objects.equals(usedIn, other.usedIn)
                && amount.equals(other.amount)
                && currency.equals(other.currency)
                && reason.equals(other.reason)
                && reference.equals(other.reference);
    }
}
