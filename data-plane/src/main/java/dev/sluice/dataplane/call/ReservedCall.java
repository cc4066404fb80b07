package dev.sluice.dataplane.call;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call whose worst case is held.
 *
 * @param outputCap tokens for each choice that go upstream; null sends none
 * @param countedInput the gateway's own count of the input
 * @param warnings all of the plan's and the reserver's own
 * @param rateHeaders {@code x-ratelimit-*} for the response
 * @param progress the relay adds to it, the lease renewal reads it
 */
public record ReservedCall(
        RoutePlan plan,
        Hold hold,
        @Nullable Long outputCap,
        long countedInput,
        List<String> warnings,
        Map<String, String> rateHeaders,
        Progress progress) {
    public ReservedCall {
        warnings = List.copyOf(warnings);
        rateHeaders = Map.copyOf(rateHeaders);
    }

    public Call call() {
        return plan.call();
    }
}
