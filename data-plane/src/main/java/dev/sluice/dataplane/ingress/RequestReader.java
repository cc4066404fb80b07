package dev.sluice.dataplane.ingress;

import dev.sluice.dataplane.arrival.Arrival;
import dev.sluice.dataplane.arrival.ByteBudget;
import dev.sluice.dataplane.arrival.CacheWish;
import dev.sluice.dataplane.arrival.CallerWishes;
import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.route.Dialect;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stage 1: HTTP in, a call out, read once. One for each event loop. */
public final class RequestReader {
    private static final long WHOLE_BODY_MS = 300_000;
    private static final int LARGE_BODY_BYTES = 1024 * 1024;

    private final Context context;
    private final BodyWork work;
    private final InstantSource clock;
    private final BodyReader.BodyLimits limits;
    private final ClientAddress addresses;

    /** What the front door takes, the same on every event loop. */
    public record Limits(long mostBodyBytes, ByteBudget budget, ClientAddress addresses) {}

    public RequestReader(Context context, InstantSource clock, Limits limits) {
        this.context = context;
        this.work = new BodyWork(context);
        this.clock = clock;
        this.addresses = limits.addresses();
        this.limits =
                new BodyReader.BodyLimits(limits.mostBodyBytes(), WHOLE_BODY_MS, limits.budget());
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

    private String clientAddress(HttpServerRequest request) {
        var remote = request.remoteAddress();
        var forwarded = request.headers().getAll("x-forwarded-for");
        return addresses.of(
                remote == null ? null : remote.hostAddress(),
                forwarded.isEmpty() ? null : String.join(",", forwarded));
    }

    /** Fails with {@link GatewayFailure}; a body above 1 MB is scanned off the event loop. */
    public Future<Call> read(
            HttpServerRequest request, Arrival arrival, Door door, Snapshot snapshot) {
        var keyHash = PresentedKey.hashIn(request);
        CallerWishes wishes;
        BodyScanner scanner;
        Future<byte[]> body;
        try {
            wishes = wishes(request, door);
            scanner = BodyScanner.of(request, door);
            body = BodyReader.read(request, context, limits);
        } catch (GatewayFailure refused) {
            return Future.failedFuture(refused);
        }
        if ("100-continue".equalsIgnoreCase(request.getHeader("expect")) && !body.failed()) {
            request.response().writeContinue();
        }
        request.resume();
        return body.compose(bytes ->
                scan(scanner, bytes)
                        .map(scanned -> call(arrival, door, wishes, snapshot, keyHash, scanned))
                        .onFailure(ignored -> limits.budget().give(bytes.length)));
    }

    private static Call call(
            Arrival arrival,
            Door door,
            CallerWishes wishes,
            Snapshot snapshot,
            @Nullable String keyHash,
            BodyScanner.Scanned scanned) {
        var fields = scanned.fields();
        return new Call(
                arrival.id(),
                arrival.requestId(),
                arrival.traceId(),
                arrival.traceparent(),
                arrival.at(),
                arrival.atNanos(),
                door,
                wishes,
                fields,
                Codecs.of(door.dialect(), door.operation()).requests().envelope(door, fields),
                keyHash,
                arrival.clientAddress(),
                snapshot,
                scanned.upload());
    }

    /** A request whose body was none, for the books. */
    public static Call unread(
            HttpServerRequest request, Arrival arrival, Door door, Snapshot snapshot) {
        return new Call(
                arrival.id(),
                arrival.requestId(),
                arrival.traceId(),
                arrival.traceparent(),
                arrival.at(),
                arrival.atNanos(),
                door,
                CallerWishes.NONE,
                JsonFields.scan(new byte[] {'{', '}'}),
                new Envelope("", false, false, null, "", 1, 1, false, false, null),
                PresentedKey.hashIn(request),
                arrival.clientAddress(),
                snapshot);
    }

    private static CallerWishes wishes(HttpServerRequest request, Door door) {
        var strict = "true".equalsIgnoreCase(request.getHeader("x-sluice-strict"));
        var cache =
                CacheWish.of(
                        request.getHeader("x-sluice-cache-ttl"),
                        request.getHeader("cache-control"));
        if (door.dialect() != Dialect.ANTHROPIC) {
            return !strict && cache.equals(CacheWish.NONE)
                    ? CallerWishes.NONE
                    : new CallerWishes(strict, cache, Map.of());
        }
        var own = new HashMap<String, String>();
        request.headers()
                .forEach((name, value) -> {
                    var lower = name.toLowerCase(Locale.ROOT);
                    if (lower.startsWith("anthropic-")) {
                        own.merge(lower, value, (first, next) -> first + "," + next);
                    }
                });
        return new CallerWishes(strict, cache, own);
    }

    private Future<BodyScanner.Scanned> scan(BodyScanner scanner, byte[] bytes) {
        return work.run(bytes, LARGE_BODY_BYTES, () -> scanner.scan(bytes));
    }

    /** The body of a call that has ended is free again. */
    public void release(Call call) {
        if (!call.body().isLetGo()) {
            limits.budget().give(call.bodyBytes());
        }
    }

    /** The same for a call that goes on, but whose body nobody will read again. */
    public void letGo(Call call) {
        release(call);
        call.body().letGo();
    }

    /** SHA-256 of the key that a request without a body presents. */
    public static @Nullable String keyHash(HttpServerRequest request) {
        return PresentedKey.hashIn(request);
    }
}
