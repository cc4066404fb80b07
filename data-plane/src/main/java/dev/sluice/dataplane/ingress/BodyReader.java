package dev.sluice.dataplane.ingress;

import dev.sluice.dataplane.arrival.ByteBudget;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.json.ByteSink;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Collects one request body: bounded in size (also after inflating), in the time between two pieces
 * and in the whole. Once it failed, what still comes is read and dropped, so that the caller can
 * read the answer.
 */
final class BodyReader {
    private static final long STALL_MS = 20_000;
    private static final long FIRST_PIECE_BYTES = 256 * 1024;

    /** In one period; a body that drips is no body. */
    private static final long LEAST_BYTES = 2048;

    private final HttpServerRequest request;
    private final Context context;
    private final BodyLimits limits;
    private final Promise<byte[]> promise = Promise.promise();
    private final ByteSink body;
    private final @Nullable GzipInflater inflater;
    private long heldBytes;
    private long rawBytes;
    private long timer;
    private boolean over;

    private BodyReader(
            HttpServerRequest request, Context context, BodyLimits limits, int expectedBytes) {
        this.request = request;
        this.context = context;
        this.limits = limits;
        this.body = new ByteSink(expectedBytes);
        this.inflater = inflaterFor(request.getHeader("content-encoding"));
    }

    /**
     * What a body may take.
     *
     * @param mostBytes of one body
     * @param wholeMs for the whole of it
     */
    record BodyLimits(long mostBytes, long wholeMs, ByteBudget budget) {}

    /** Fails with {@link GatewayFailure}. Must be called before the request is resumed. */
    static Future<byte[]> read(HttpServerRequest request, Context context, BodyLimits limits) {
        var declared = declaredLength(request);
        if (declared > limits.mostBytes()) {
            return Future.failedFuture(tooLarge(limits));
        }
        // A caller only claims a length: beyond a first piece, memory follows what really comes.
        var expected = (int) Math.min(declared, FIRST_PIECE_BYTES);
        var reader = new BodyReader(request, context, limits, expected);
        reader.begin();
        return reader.promise.future();
    }

    private static long declaredLength(HttpServerRequest request) {
        var text = request.getHeader("content-length");
        try {
            return text == null ? 0 : Long.parseLong(text.strip());
        } catch (NumberFormatException notANumber) {
            throw new GatewayFailure.Malformed("'content-length' must be a number.", null);
        }
    }

    private static GatewayFailure tooLarge(BodyLimits limits) {
        return new GatewayFailure.TooLarge(
                "The request body is larger than the "
                        + limits.mostBytes() / (1024 * 1024)
                        + " MB this gateway takes. Send less, for example images by URL.");
    }

    private static @Nullable GzipInflater inflaterFor(@Nullable String encoding) {
        if (encoding == null || encoding.isBlank() || "identity".equalsIgnoreCase(encoding)) {
            return null;
        }
        if ("gzip".equalsIgnoreCase(encoding.strip())) {
            return new GzipInflater();
        }
        throw new GatewayFailure.Malformed(
                415, "'content-encoding' must be gzip or absent, not '" + encoding + "'.", null);
    }

    private void begin() {
        var started = System.nanoTime();
        var lastSeen = new long[] {0};
        timer =
                context.owner()
                        .setPeriodic(
                                Math.min(STALL_MS, limits.wholeMs()),
                                ignored -> {
                                    var elapsedMs = (System.nanoTime() - started) / 1_000_000;
                                    var came = rawBytes - lastSeen[0];
                                    if (came < LEAST_BYTES || elapsedMs >= limits.wholeMs()) {
                                        fail(tooSlow());
                                    }
                                    lastSeen[0] = rawBytes;
                                });
        request.exceptionHandler(broken -> fail(brokenBody(broken)));
        request.endHandler(ignored -> complete());
        request.handler(this::onPiece);
    }

    /** The caller left in the middle, or what it sent is no HTTP body. */
    private static GatewayFailure brokenBody(Throwable cause) {
        return new GatewayFailure.Malformed(
                cause instanceof HttpClosedException
                        ? "The request body ended before its end."
                        : "The request body is not valid HTTP.",
                null);
    }

    private static GatewayFailure tooSlow() {
        return new GatewayFailure.Malformed(
                408, "The request body did not arrive in time. Send it without pauses.", null);
    }

    private void onPiece(Buffer piece) {
        if (over) {
            return;
        }
        rawBytes += piece.length();
        try {
            append(piece);
        } catch (DataFormatException notGzip) {
            fail(new GatewayFailure.Malformed("The body is not valid gzip.", null));
            return;
        }
        if (body.size() > limits.mostBytes()) {
            fail(tooLarge(limits));
        } else if (body.size() > heldBytes && !hold(body.size() - heldBytes)) {
            fail(
                    new GatewayFailure.Overloaded(
                            "This node holds as many request bytes as it can. Try again.", 1));
        }
    }

    private boolean hold(long more) {
        if (!limits.budget().take(more)) {
            return false;
        }
        heldBytes += more;
        return true;
    }

    private void append(Buffer piece) throws DataFormatException {
        var bytes = ((BufferInternal) piece).getByteBuf();
        var array = new byte[0];
        var from = 0;
        var length = bytes.readableBytes();
        if (bytes.hasArray()) {
            array = bytes.array();
            from = bytes.arrayOffset() + bytes.readerIndex();
        } else {
            array = piece.getBytes();
        }
        if (inflater == null) {
            body.append(array, from, from + length);
        } else {
            inflater.inflate(array, from, length, body, limits.mostBytes() + 1);
        }
    }

    private void complete() {
        if (over) {
            return;
        }
        if (inflater != null && !inflater.isFinished()) {
            fail(new GatewayFailure.Malformed("The gzip body ends too early.", null));
            return;
        }
        finish();
        // The request lives as long as its answer; what it would hold through these is the body.
        request.handler(null);
        request.endHandler(null);
        request.exceptionHandler(null);
        promise.complete(body.take());
    }

    private void fail(Throwable cause) {
        if (over) {
            return;
        }
        finish();
        limits.budget().give(heldBytes);
        body.take();
        promise.fail(cause);
    }

    private void finish() {
        over = true;
        context.owner().cancelTimer(timer);
        if (inflater != null) {
            inflater.close();
        }
    }
}
