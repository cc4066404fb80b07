package dev.sluice.dataplane.ingress;

import dev.sluice.dataplane.call.Arrival;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.dialect.openai.EnvelopeReader;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.MalformedJson;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stage 1: HTTP in, a call out, read once. One for each event loop. */
public final class RequestReader {
    private static final long WHOLE_BODY_MS = 300_000;
    private static final int LARGE_BODY_BYTES = 1024 * 1024;

    private final Context context;
    private final InstantSource clock;
    private final BodyReader.BodyLimits limits;

    public RequestReader(
            Context context, InstantSource clock, long mostBodyBytes, ByteBudget budget) {
        this.context = context;
        this.clock = clock;
        this.limits = new BodyReader.BodyLimits(mostBodyBytes, WHOLE_BODY_MS, budget);
    }

    /** What is known of a request before its body: enough to answer it with an error. */
    public Arrival arrive(HttpServerRequest request) {
        var now = clock.instant();
        var id = Uuid7.at(now.toEpochMilli());
        var trace = TraceContext.of(request.getHeader("traceparent"));
        return new Arrival(
                id,
                now,
                System.nanoTime(),
                trace.traceId(),
                trace.traceparent(),
                clientAddress(request));
    }

    private static String clientAddress(HttpServerRequest request) {
        var remote = request.remoteAddress();
        var address = remote == null ? null : remote.hostAddress();
        return address == null ? "unknown" : address;
    }

    /** Fails with {@link GatewayFailure}; a body above 1 MB is scanned off the event loop. */
    public Future<Call> read(
            HttpServerRequest request, Arrival arrival, Operation operation, Snapshot snapshot) {
        var keyHash = PresentedKey.hashIn(request.headers());
        Future<byte[]> body;
        try {
            body = BodyReader.read(request, context, limits);
        } catch (GatewayFailure refused) {
            return Future.failedFuture(refused);
        }
        if ("100-continue".equalsIgnoreCase(request.getHeader("expect")) && !body.failed()) {
            request.response().writeContinue();
        }
        request.resume();
        return body.compose(bytes -> scan(bytes))
                .map(fields ->
                        new Call(
                                arrival.id(),
                                arrival.requestId(),
                                arrival.traceId(),
                                arrival.traceparent(),
                                arrival.at(),
                                arrival.atNanos(),
                                Dialect.OPENAI_CHAT,
                                operation,
                                fields,
                                EnvelopeReader.read(operation, fields),
                                keyHash,
                                arrival.clientAddress(),
                                snapshot));
    }

    private Future<JsonFields> scan(byte[] bytes) {
        if (bytes.length <= LARGE_BODY_BYTES) {
            return Future.succeededFuture(scanNow(bytes));
        }
        return context.executeBlocking(() -> scanNow(bytes), false)
                .map(fields -> Objects.requireNonNull(fields, "fields is null"));
    }

    private JsonFields scanNow(byte[] bytes) {
        try {
            return JsonFields.scan(bytes);
        } catch (MalformedJson broken) {
            limits.budget().give(bytes.length);
            throw new GatewayFailure.Malformed(broken.reason(), null);
        }
    }

    /** The body of a call that has ended is free again. */
    public void release(Call call) {
        limits.budget().give(call.body().bytes().length);
    }

    /** SHA-256 of the key that a request without a body presents. */
    public static @Nullable String keyHash(HttpServerRequest request) {
        return PresentedKey.hashIn(request.headers());
    }
}
