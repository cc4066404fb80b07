package dev.sluice.dataplane.call;

import dev.sluice.model.money.Money;
import dev.sluice.model.usage.ReservationFacts;
import org.jspecify.annotations.Nullable;

/**
 * The duty to settle: what the reserver remembers of a call until it is settled. Only the quota
 * package looks inside.
 */
public interface Hold {
    ReservationFacts facts();

    /**
     * The most that the tenant may be charged, because a strict budget guards it; null where none
     * does.
     */
    @Nullable Money ceiling();
}
