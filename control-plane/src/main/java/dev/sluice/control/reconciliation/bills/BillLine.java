package dev.sluice.control.reconciliation.bills;

import dev.sluice.model.money.Money;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * What a provider says of a span of time.
 *
 * @param model its name of the model; empty where it says none
 * @param key its id of the key; likewise
 * @param item what the money is for; likewise
 */
public record BillLine(
        Instant startsAt,
        Instant endsAt,
        String model,
        String key,
        String item,
        @Nullable Long requests,
        @Nullable BilledTokens tokens,
        @Nullable Money amount) {
    /** The UTC day in which it begins. */
    public LocalDate day() {
        return LocalDate.ofInstant(startsAt, ZoneOffset.UTC);
    }
}
