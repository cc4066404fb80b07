package dev.sluice.dataplane.call;

import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.usage.TokenUsage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one try at one candidate came to.
 *
 * @param httpStatus the upstream's; null when none arrived
 * @param error null when the attempt served the call
 * @param reported the upstream's own usage; an explicit zero is usage
 * @param countedOutput the gateway's own count of what was produced
 * @param produced whether the upstream produced content: then the attempt is billed, by the own
 *     count where nothing was reported
 * @param media what was made or heard beside tokens
 */
public record AttemptReport(
        Candidate candidate,
        @Nullable String instance,
        @Nullable String secret,
        @Nullable Integer httpStatus,
        @Nullable ErrorCode error,
        @Nullable TokenUsage reported,
        long countedOutput,
        boolean produced,
        @Nullable String servedModel,
        @Nullable String finishReason,
        Instant startedAt,
        @Nullable Long firstTokenMs,
        long totalMs,
        MediaCount media) {
    /**
     * What an attempt made or heard beside tokens.
     *
     * @param images pictures that were made
     * @param audioMs sound that was listened to
     * @param speechTokens of sound that was made, by the gateway's own count
     */
    public record MediaCount(long images, long audioMs, long speechTokens) {
        public static final MediaCount NONE = new MediaCount(0, 0, 0);
    }

    /** The same try, which did not serve the call. */
    public AttemptReport failedWith(ErrorCode code) {
        return new AttemptReport(
                candidate,
                instance,
                secret,
                httpStatus,
                code,
                reported,
                countedOutput,
                produced,
                servedModel,
                finishReason,
                startedAt,
                firstTokenMs,
                totalMs,
                media);
    }
}
