package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.call.UpstreamReply;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientRequest;
import org.jspecify.annotations.Nullable;

/** One request that is on its way to an upstream, and can be called off at any time. */
public final class Exchange {
    private final Promise<UpstreamReply> reply = Promise.promise();
    private @Nullable HttpClientRequest request;
    private boolean cancelled;

    /** No answer: the connection could not be made, or was lost before a byte came. */
    public static final class Unreached extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String reason;
        private final boolean stale;

        Unreached(String reason, boolean stale) {
            super(reason, null, false, false);
            this.reason = reason;
            this.stale = stale;
        }

        public String reason() {
            return reason;
        }

        /** Whether the connection came from the pool, and may just have been closed there. */
        public boolean isStale() {
            return stale;
        }
    }

    /** The head of the answer, its body paused; fails with {@link Unreached}. */
    public Future<UpstreamReply> reply() {
        return reply.future();
    }

    void sent(HttpClientRequest onItsWay) {
        request = onItsWay;
        if (cancelled) {
            onItsWay.reset();
        }
    }

    boolean isCancelled() {
        return cancelled;
    }

    void answered(UpstreamReply head) {
        if (!reply.tryComplete(head)) {
            head.cancel();
        }
    }

    void unreached(String reason, boolean stale) {
        reply.tryFail(new Unreached(reason, stale));
    }

    /** Ends the exchange: the upstream sees its connection reset. */
    public void cancel() {
        cancelled = true;
        if (request != null) {
            request.reset();
        }
    }
}
