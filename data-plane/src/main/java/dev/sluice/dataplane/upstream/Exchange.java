package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.call.UpstreamReply;
import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.upstream.token.NoToken;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientRequest;
import org.jspecify.annotations.Nullable;

/** One request that is on its way to an upstream, and can be called off at any time. */
public final class Exchange {
    private final Promise<UpstreamReply> reply = Promise.promise();
    private @Nullable HttpClientRequest request;
    private Credentials.@Nullable Shown shown;
    private boolean cancelled;

    /** No answer: the connection could not be made, or was lost before a byte came. */
    private static final class Unreached extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String reason;
        private final boolean stale;

        /**
         * @param stale the connection came from the pool, and may just have been closed there
         */
        Unreached(String reason, boolean stale) {
            super(reason, null, false, false);
            this.reason = reason;
            this.stale = stale;
        }
    }

    /** The head of the answer, its body paused; its failure is read by {@link #fault}. */
    public Future<UpstreamReply> reply() {
        return reply.future();
    }

    /** There is nothing to show to the upstream. */
    private static final class Unshown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String words;
        private final long restMs;

        Unshown(NoToken none) {
            super(none.words(), null, false, false);
            this.words = none.words();
            this.restMs = none.restMs();
        }
    }

    /** What it means that {@link #reply} failed. */
    public static UpstreamFault fault(@Nullable Throwable cause) {
        return switch (cause) {
            case Unshown none -> new UpstreamFault.NoCredential(none.words, none.restMs);
            case Unreached lost ->
                    new UpstreamFault.Unreachable(
                            "the upstream cannot be reached: " + lost.reason, lost.stale);
            case null, default ->
                    new UpstreamFault.Unreachable(
                            "the upstream cannot be reached: no connection", false);
        };
    }

    void unshown(NoToken none) {
        reply.tryFail(new Unshown(none));
    }

    void showing(Credentials.Shown secret) {
        shown = secret;
    }

    /** What the upstream was shown; null where there was nothing to show. */
    Credentials.@Nullable Shown shown() {
        return shown;
    }

    /** What the upstream says, without what it was shown. */
    public byte[] withoutSecret(byte[] said) {
        return new Echo(shown).outOf(said);
    }

    UpstreamSaid withoutSecret(UpstreamSaid said) {
        var echo = new Echo(shown);
        return new UpstreamSaid(
                said.status(),
                echo.outOf(said.code()),
                echo.outOf(said.message()),
                said.outOfMoney());
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
