package dev.sluice.dataplane.relay;

import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.model.error.ErrorCode;

/** How a stream ended. The first three came before any content: another target may serve. */
public sealed interface StreamEnd {
    /** The upstream sent an error instead of content. */
    record Refused(UpstreamSaid said, byte[] body) implements StreamEnd {}

    /** The upstream ended without content, or sent what is no stream. */
    record Empty(String message) implements StreamEnd {}

    /** No content in time. */
    record Late(String message) implements StreamEnd {}

    /** The answer is complete; what is left to write is the terminal. */
    record Complete(byte[] terminal) implements StreamEnd {}

    /** The upstream broke off after the first content; what is left to write says so. */
    record Broke(ErrorCode code, byte[] last) implements StreamEnd {}

    /** The node is stopping, and nothing had reached the caller yet. */
    record Stopped(String message) implements StreamEnd {}

    /** The caller left, or took nothing for too long. */
    record CallerLeft() implements StreamEnd {}
}
