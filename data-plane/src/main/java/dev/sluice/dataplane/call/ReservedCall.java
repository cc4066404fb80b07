package dev.sluice.dataplane.call;

import dev.sluice.dataplane.conversation.media.FetchedMedia;
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
 * @param media what the gateway fetched for it
 */
public record ReservedCall(
        RoutePlan plan,
        Hold hold,
        @Nullable Long outputCap,
        long countedInput,
        List<String> warnings,
        Map<String, String> rateHeaders,
        Progress progress,
        FetchedMedia media) {
    public ReservedCall {
        warnings = List.copyOf(warnings);
        rateHeaders = Map.copyOf(rateHeaders);
    }

    /** As it is before anything was fetched. */
    public ReservedCall(
            RoutePlan plan,
            Hold hold,
            @Nullable Long outputCap,
            long countedInput,
            List<String> warnings,
            Map<String, String> rateHeaders,
            Progress progress) {
        this(
                plan,
                hold,
                outputCap,
                countedInput,
                warnings,
                rateHeaders,
                progress,
                FetchedMedia.NONE);
    }

    public ReservedCall with(FetchedMedia fetched) {
        return new ReservedCall(
                plan, hold, outputCap, countedInput, warnings, rateHeaders, progress, fetched);
    }

    public Call call() {
        return plan.call();
    }
}
