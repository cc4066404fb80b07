package dev.sluice.dataplane.call;

import dev.sluice.model.error.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an admitted call ended. A failed call is an outcome too: it is recorded and settled. */
public sealed interface Outcome {
    /** Every try, in order; the last one served the call if any did. */
    List<AttemptReport> attempts();

    /** The status the caller saw or would have seen. */
    int httpStatus();

    /** Milliseconds spent waiting for upstreams. */
    long upstreamMs();

    @Nullable ErrorCode errorCode();

    /** The caller gets a complete answer. */
    record Completed(List<AttemptReport> attempts, int httpStatus, long upstreamMs)
            implements Outcome {
        public Completed {
            attempts = List.copyOf(attempts);
        }

        @Override
        public @Nullable ErrorCode errorCode() {
            return null;
        }
    }

    /** No answer: an upstream's error, a timeout, or the gateway's own fault. */
    record Failed(
            List<AttemptReport> attempts, int httpStatus, long upstreamMs, ErrorCode errorCode)
            implements Outcome {
        public Failed {
            attempts = List.copyOf(attempts);
        }
    }

    /** The caller left before the end. */
    record Cancelled(List<AttemptReport> attempts, int httpStatus, long upstreamMs)
            implements Outcome {
        public Cancelled {
            attempts = List.copyOf(attempts);
        }

        @Override
        public @Nullable ErrorCode errorCode() {
            return null;
        }
    }

    /** The upstream broke off, or had to be left, after the first content. */
    record Interrupted(
            List<AttemptReport> attempts, int httpStatus, long upstreamMs, ErrorCode errorCode)
            implements Outcome {
        public Interrupted {
            attempts = List.copyOf(attempts);
        }
    }
}
