package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.AttemptReport;
import dev.sluice.dataplane.upstream.UpstreamFault;
import dev.sluice.model.error.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one try ended. */
sealed interface AttemptEnd {
    AttemptReport report();

    /**
     * Nothing reached the caller: another try may serve it.
     *
     * @param learned the fault was a field of the gateway's own, which is not sent again
     */
    record Failed(AttemptReport report, UpstreamFault fault, boolean learned)
            implements AttemptEnd {}

    /**
     * A unary reply, held whole.
     *
     * @param warnings what the translation could not keep
     * @param contentType what the caller is told it is
     */
    record Whole(AttemptReport report, List<String> warnings, String contentType, byte[] body)
            implements AttemptEnd {}

    /**
     * All but the last bytes was sent: a stream's terminal, or the end of a large reply.
     *
     * @param whole the answer as a whole reply; null where nobody wants to keep it
     */
    record Sent(AttemptReport report, byte[] last, byte @Nullable [] whole) implements AttemptEnd {}

    /**
     * The upstream broke off after the first content.
     *
     * @param last what tells the caller so; null where only cutting the connection can
     */
    record Broke(AttemptReport report, ErrorCode code, byte @Nullable [] last)
            implements AttemptEnd {}

    /** The caller left. */
    record CallerLeft(AttemptReport report) implements AttemptEnd {}

    /** The node is stopping, and nothing had reached the caller yet. */
    record Stopped(AttemptReport report, String message) implements AttemptEnd {}
}
