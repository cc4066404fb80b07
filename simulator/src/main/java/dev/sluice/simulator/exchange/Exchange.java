package dev.sluice.simulator.exchange;

import dev.sluice.simulator.books.CallEntry;
import dev.sluice.simulator.books.CallOutcome;
import io.netty.channel.ChannelOption;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.Map;

/**
 * One call on its event loop: writes and waits that stop by themselves when the peer is gone, and
 * every write and every end entered in the books.
 */
public final class Exchange {
    /** Lets bytes already written reach the peer before a reset throws away what is under way. */
    private static final long FLUSH_BEFORE_RESET_MS = 30;

    private final Vertx vertx;
    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final CallEntry entry;
    private boolean over;
    private long fullSinceNanos;

    public Exchange(Vertx vertx, HttpServerRequest request, CallEntry entry) {
        this.vertx = vertx;
        this.request = request;
        this.response = request.response();
        this.entry = entry;
        response.exceptionHandler(_ -> peerGone());
        response.closeHandler(_ -> peerGone());
    }

    public CallEntry entry() {
        return entry;
    }

    /** True once the peer is gone or the call was ended. */
    public boolean over() {
        return over;
    }

    private void peerGone() {
        over = true;
        entry.end(CallOutcome.CANCELLED);
    }

    /** Runs the step after this time, unless the call is over by then. */
    public void after(long micros, Runnable step) {
        if (micros <= 0) {
            step.run();
            return;
        }
        vertx.setTimer(
                Math.max(1, (micros + 500) / 1_000),
                _ -> {
                    if (!over) {
                        step.run();
                    }
                });
    }

    /** Runs the step on a later turn of the loop, so that others get theirs. */
    public void later(Runnable step) {
        vertx.runOnContext(_ -> {
            if (!over) {
                step.run();
            }
        });
    }

    private void head(int status, String contentType, Map<String, String> headers) {
        entry.status(status);
        response.setStatusCode(status);
        response.putHeader("content-type", contentType);
        response.putHeader("x-request-id", "req-sim-" + entry.number());
        headers.forEach(response::putHeader);
    }

    /** Starts a body of unknown length and sends its head at once. */
    public void openStream(int status, String contentType, Map<String, String> headers) {
        head(status, contentType, headers);
        response.setChunked(true);
        response.writeHead();
    }

    public void write(Buffer bytes, int tokens) {
        entry.sent(bytes.length(), tokens);
        response.write(bytes).onFailure(_ -> peerGone());
    }

    public boolean full() {
        return response.writeQueueFull();
    }

    /** Runs the step when the peer has taken enough; the wait is entered as back-pressure. */
    public void whenWritable(Runnable step) {
        fullSinceNanos = System.nanoTime();
        response.drainHandler(_ -> {
            response.drainHandler(null);
            entry.heldBackMs((System.nanoTime() - fullSinceNanos) / 1_000_000);
            if (!over) {
                step.run();
            }
        });
    }

    /** Ends a stream properly at the HTTP level. */
    public void endStream(CallOutcome how) {
        over = true;
        response.end()
                .onComplete(done -> entry.end(done.succeeded() ? how : CallOutcome.CANCELLED));
    }

    /** Answers whole. */
    public void answer(
            int status,
            String contentType,
            Map<String, String> headers,
            Buffer body,
            CallOutcome how) {
        head(status, contentType, headers);
        over = true;
        response.end(body)
                .onComplete(done -> {
                    entry.sent(body.length(), 0);
                    entry.end(done.succeeded() ? how : CallOutcome.CANCELLED);
                });
    }

    /** Sends a head that promises the whole body and only the first {@code bytes} of it. */
    public void answerPart(
            int status, String contentType, Map<String, String> headers, Buffer body, int bytes) {
        head(status, contentType, headers);
        response.putHeader("content-length", Integer.toString(body.length()));
        write(body.slice(0, Math.min(bytes, body.length())), 0);
    }

    /** RST. */
    public void reset() {
        after(
                FLUSH_BEFORE_RESET_MS * 1_000,
                () -> {
                    endBroken();
                    var channel = ((ConnectionBase) request.connection()).channel();
                    channel.config().setOption(ChannelOption.SO_LINGER, 0);
                    var _ = channel.close();
                });
    }

    /** FIN, wherever the body stands. */
    public void close() {
        endBroken();
        var _ = ((ConnectionBase) request.connection()).channel().close();
    }

    private void endBroken() {
        over = true;
        entry.end(CallOutcome.BROKEN);
    }
}
