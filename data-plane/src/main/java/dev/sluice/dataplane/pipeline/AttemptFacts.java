package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.AttemptReport;
import dev.sluice.dataplane.call.AttemptReport.MediaCount;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.lane.ReplyStream;
import dev.sluice.dataplane.relay.StreamTimes;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.route.Timeouts;
import dev.sluice.model.usage.TokenUsage;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What becomes known of one try while it runs, and the report that is made of it. */
final class AttemptFacts {
    private static final long HEARTBEAT_NANOS = Duration.ofSeconds(15).toNanos();
    private static final long STALL_NANOS = Duration.ofSeconds(60).toNanos();
    private static final long YEAR_MS = Duration.ofDays(365).toMillis();
    private static final long NANOS_PER_MS = 1_000_000;

    private final Candidate candidate;
    private final String instance;
    private final @Nullable OpenSecret secret;
    private final Instant startedAt;
    private final long startedNanos = System.nanoTime();

    @Nullable Integer status;
    @Nullable TokenUsage usage;
    @Nullable String servedModel;
    @Nullable String finishReason;
    boolean produced;
    MediaCount media = MediaCount.NONE;

    /** {@link System#nanoTime} of the first content; 0 before. */
    long firstContentNanos;

    AttemptFacts(
            Candidate candidate, String instance, @Nullable OpenSecret secret, Instant startedAt) {
        this.candidate = candidate;
        this.instance = instance;
        this.secret = secret;
        this.startedAt = startedAt;
    }

    /** A whole answer is content at once. */
    void take(ReplyBody.Good reply) {
        usage = reply.usage();
        produced = reply.produced();
        servedModel = reply.servedModel();
        finishReason = reply.finishReason();
        firstContentNanos = System.nanoTime();
    }

    void take(ReplyStream stream, long firstContentAtNanos) {
        usage = stream.usage();
        produced = stream.produced();
        servedModel = stream.servedModel();
        finishReason = stream.finishReason();
        firstContentNanos = firstContentAtNanos;
    }

    /** An answer that is relayed as it comes has begun. */
    void begun() {
        produced = true;
        firstContentNanos = System.nanoTime();
    }

    /** What the answer came to beside its words; null where none came. */
    void take(@Nullable ReplyLane lane, CallListener listener) {
        if (lane != null) {
            media = lane.media();
            lane.countLosses(listener);
        }
    }

    @Nullable OpenSecret secret() {
        return secret;
    }

    /** Whether the answer called itself a success. */
    boolean cameWell() {
        return status != null && status < 300;
    }

    long elapsedMs() {
        return (System.nanoTime() - startedNanos) / 1_000_000;
    }

    long firstContentMs() {
        return (firstContentNanos - startedNanos) / 1_000_000;
    }

    /** A year where there is no limit. */
    static long millis(@Nullable Duration limit) {
        return limit == null ? YEAR_MS : Math.max(1, limit.toMillis());
    }

    /**
     * The clocks of a stream.
     *
     * @param soon whether it has to begin, and go on, long before an answer would be whole
     */
    StreamTimes streamTimes(Timeouts timeouts, boolean soon) {
        var first = millis(soon ? timeouts.firstToken() : timeouts.total());
        var idle = millis(timeouts.idle());
        var total = timeouts.streamTotal();
        return new StreamTimes(
                startedNanos + first * NANOS_PER_MS,
                (soon ? idle : Math.max(idle, first)) * NANOS_PER_MS,
                total == null ? Long.MAX_VALUE : startedNanos + total.toNanos(),
                HEARTBEAT_NANOS,
                STALL_NANOS);
    }

    AttemptReport report(long outputTokens, long totalMs) {
        return new AttemptReport(
                candidate,
                instance,
                secret == null ? null : secret.name(),
                status,
                null,
                usage,
                outputTokens,
                produced,
                servedModel,
                finishReason,
                startedAt,
                firstContentNanos == 0 ? null : firstContentMs(),
                totalMs,
                media);
    }

    /** The report of an end, with the error that it stands for. */
    static AttemptReport withError(AttemptEnd made) {
        return switch (made) {
            case AttemptEnd.Failed failed ->
                    failed.report().failedWith(FaultAnswers.codeOf(failed.fault()));
            case AttemptEnd.Broke broke -> broke.report().failedWith(broke.code());
            case AttemptEnd.Stopped stopped ->
                    stopped.report().failedWith(ErrorCode.GATEWAY_OVERLOADED);
            case AttemptEnd.Whole whole -> whole.report();
            case AttemptEnd.Sent sent -> sent.report();
            case AttemptEnd.CallerLeft left -> left.report();
        };
    }
}
