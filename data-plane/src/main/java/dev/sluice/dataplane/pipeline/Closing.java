package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is left to write when the books of a call are done. */
sealed interface Closing {
    /** A unary answer, head and all. */
    record Whole(
            Candidate candidate,
            int upstreamStatus,
            List<String> warnings,
            String contentType,
            byte[] body)
            implements Closing {}

    /** The last bytes of an answer that is on its way; they may tell that it is not complete. */
    record Last(byte[] bytes, byte @Nullable [] whole) implements Closing {}

    /** The connection is cut: a body of known form cannot tell that it is not complete. */
    record Cut() implements Closing {}

    /** An answer of the gateway itself. */
    record Refusal(GatewayFailure failure) implements Closing {}

    /** Nobody is there to read it. */
    record Nothing() implements Closing {}
}
