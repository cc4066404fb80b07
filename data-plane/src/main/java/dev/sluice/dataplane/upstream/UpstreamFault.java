package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.health.SecretRing;
import dev.sluice.model.route.Dialect;
import org.jspecify.annotations.Nullable;

/** Why an attempt failed before its first content; decides what may be tried next. */
public sealed interface UpstreamFault {
    /** In words, for the log and for a caller whom nobody else can serve. */
    String message();

    /**
     * No connection, or one that was closed before a byte of the answer came.
     *
     * @param stale the connection came from the pool: it says nothing about the server
     */
    record Unreachable(String message, boolean stale) implements UpstreamFault {}

    /** Nothing came in time. */
    record TimedOut(String message) implements UpstreamFault {}

    /** An answer that is none: broken, empty, HTML, or cut off before any content. */
    record Invalid(String message) implements UpstreamFault {}

    /** The provider refuses the gateway's secret. */
    record SecretRefused(String message, SecretRing.Refusal why, long retryAfterMs, Answer answer)
            implements UpstreamFault {}

    /** The gateway's secret could not be exchanged for a token; nothing was sent. */
    record NoCredential(String message, long restMs) implements UpstreamFault {}

    /** The upstream has a fault of its own: 5xx, overload. */
    record ServerFault(String message, long retryAfterMs, Answer answer) implements UpstreamFault {}

    /** The upstream refuses the request: the caller gets to know. */
    record RequestRefused(String message, Answer answer) implements UpstreamFault {}

    /** The config lacks what the call needs; nothing was sent. */
    record Misconfigured(String message) implements UpstreamFault {}

    /** The request cannot be said in the target's dialect; nothing was sent. */
    record Untranslatable(String message, GatewayFailure failure) implements UpstreamFault {}

    /** The upstream's or the alias's own limits are used up for now. */
    record Limited(String message) implements UpstreamFault {}

    /** What the upstream sent. */
    record Answer(
            Dialect dialect,
            int status,
            String contentType,
            byte[] body,
            UpstreamSaid said,
            @Nullable String retryAfter) {
        /** The same under the status that it stands for. */
        Answer as(int meant) {
            return new Answer(dialect, meant, contentType, body, said, retryAfter);
        }
    }
}
