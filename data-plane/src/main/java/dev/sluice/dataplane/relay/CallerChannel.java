package dev.sluice.dataplane.relay;

import dev.sluice.dataplane.arrival.Arrival;
import dev.sluice.dataplane.arrival.Door;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The way back to one caller: the head once, bytes in order, and the news that it has left. */
public final class CallerChannel {
    private static final int QUEUE_BYTES = 64 * 1024;

    private final HttpServerResponse response;
    private final HttpServerRequest request;
    private final Arrival arrival;
    private final BooleanSupplier draining;
    private Door door = Door.of(Dialect.OPENAI_CHAT, Operation.CHAT);
    private @Nullable Runnable onGone;
    private @Nullable Runnable onShut;
    private @Nullable Channel halfCloseChannel;
    private boolean gone;
    private int status;

    /**
     * Begins to watch the caller's connection.
     *
     * @param draining whether this node is about to stop: then the connection is not kept
     */
    public CallerChannel(HttpServerRequest request, Arrival arrival, BooleanSupplier draining) {
        this.request = request;
        this.response = request.response();
        this.arrival = arrival;
        this.draining = draining;
        response.closeHandler(ignored -> left());
        response.exceptionHandler(ignored -> left());
        response.setWriteQueueMaxSize(QUEUE_BYTES);
    }

    private void left() {
        if (gone || response.ended()) {
            return;
        }
        gone = true;
        if (onGone != null) {
            onGone.run();
        }
    }

    /** Replaces the one who is told when the caller leaves; told at once if it has left. */
    public void onGone(Runnable handler) {
        onGone = handler;
        if (gone) {
            handler.run();
        }
    }

    public boolean isGone() {
        return gone;
    }

    /** From now on the caller is answered as one who came in by this door. */
    public void cameIn(Door by) {
        door = by;
    }

    /** How the caller is to be answered, errors included. */
    public Door door() {
        return door;
    }

    public Arrival arrival() {
        return arrival;
    }

    /** The status that was sent; 0 before any was. */
    public int status() {
        return status;
    }

    public boolean headWritten() {
        return response.headWritten();
    }

    private void putHead(int newStatus, String contentType, Map<String, String> headers) {
        status = newStatus;
        response.setStatusCode(newStatus);
        var out = response.headers();
        out.set("content-type", contentType);
        out.set("x-trace-id", arrival.traceId());
        out.set("x-request-id", arrival.requestId());
        headers.forEach(out::set);
        if (door.dialect() == Dialect.ANTHROPIC) {
            AnthropicHeads.add(out, headers, arrival);
        }
        if (draining.getAsBoolean()) {
            out.set("connection", "close");
        }
    }

    /** A whole answer. */
    public void reply(int newStatus, String contentType, Map<String, String> headers, byte[] body) {
        if (gone || response.ended() || response.headWritten()) {
            return;
        }
        putHead(newStatus, contentType, headers);
        response.end(asBuffer(body));
    }

    /** The head of an answer whose body comes piece by piece. */
    public void begin(int newStatus, String contentType, Map<String, String> headers) {
        if (gone || response.headWritten()) {
            return;
        }
        putHead(newStatus, contentType, headers);
        response.setChunked(true);
    }

    /**
     * From now on a caller that shuts only its sending side still gets the rest.
     *
     * @param whenShut told when it does; a write then shows whether anybody is there
     */
    public void allowHalfClose(Runnable whenShut) {
        onShut = whenShut;
        if (halfCloseChannel == null && request.connection() instanceof ConnectionBase connection) {
            halfCloseChannel = connection.channel();
            HalfClose.of(halfCloseChannel).allow(halfCloseChannel, this::shut);
        }
    }

    private void shut() {
        if (onShut != null) {
            onShut.run();
        }
    }

    /** Sends the head with the first bytes, later ones as they come. */
    public void write(byte[] bytes) {
        if (!gone && !response.ended() && bytes.length > 0) {
            response.write(asBuffer(bytes));
        }
    }

    /** Without a copy: whoever hands bytes over does not touch them again. */
    private static Buffer asBuffer(byte[] bytes) {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
    }

    /** Whether the caller does not keep up: stop reading from the upstream. */
    public boolean isFull() {
        return response.writeQueueFull();
    }

    public void onDrained(@Nullable Runnable handler) {
        response.drainHandler(handler == null ? null : ignored -> handler.run());
    }

    /** The last bytes of an answer that came piece by piece. */
    public Future<Void> end(byte[] last) {
        if (gone || response.ended()) {
            return Future.succeededFuture();
        }
        var ended = last.length == 0 ? response.end() : response.end(asBuffer(last));
        if (halfCloseChannel != null
                && HalfClose.of(halfCloseChannel).endAllowance(halfCloseChannel)) {
            ended.onComplete(ignored -> request.connection().close());
        }
        return ended;
    }

    /** Ends the connection: nothing more can be said to this caller. */
    public void cut() {
        request.connection().close();
    }
}
