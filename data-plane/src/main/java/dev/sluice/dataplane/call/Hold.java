package dev.sluice.dataplane.call;

import dev.sluice.model.money.Money;
import dev.sluice.model.usage.ReservationFacts;
import java.util.Map;
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

    /**
     * The {@code x-ratelimit-*} headers once it is known what the call really used: a unary answer
     * shows these instead of those of the admission.
     *
     * @param admitted the headers of the admission
     */
    default Map<String, String> rateHeadersAfter(
            Settlement settlement, Map<String, String> admitted) {
        return admitted;
    }
}
