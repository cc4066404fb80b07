package dev.sluice.dataplane.fetch;

import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.json.ByteSink;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One medium on its way, over its redirects. Each host's addresses are looked up once, looked at,
 * and connected to as they are: no second look-up can lead elsewhere.
 */
final class MediaDownload {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MOST_ADDRESSES = 3;
    private static final String TYPES = "image/png, image/jpeg, image/gif, image/webp";

    private final Parts parts;
    private final Kind kind;
    private final Holding holding;
    private final Promise<Downloaded> promise = Promise.promise();
    private final ByteSink body = new ByteSink(16 * 1024);
    private @Nullable HttpClientRequest current;
    private int redirects;
    private int turn;
    private boolean over;

    /** What the downloads of one event loop work with. */
    record Parts(
            Context context,
            HttpClient client,
            NameLookup names,
            ReachableAddresses reachable,
            FetchLimits limits) {}

    /** What came. */
    record Downloaded(String path, @Nullable String contentType, byte[] bytes) {}

    /** Counts what is held; fails where it is too much. */
    @FunctionalInterface
    interface Holding {
        void take(int bytes);
    }

    MediaDownload(Parts parts, Kind kind, Holding holding) {
        this.parts = parts;
        this.kind = kind;
        this.holding = holding;
    }

    /** Fails with {@link Unfetchable}, or as the holding does. */
    Future<Downloaded> run(String address) {
        guarded(() -> visit(MediaAddress.of(address)));
        return promise.future();
    }

    void stop() {
        fail(new Unfetchable("it is no longer wanted"));
    }

    private void visit(MediaAddress at) {
        parts.names()
                .of(at.host())
                .onComplete(found ->
                        parts.context()
                                .runOnContext(ignored ->
                                        guarded(() -> {
                                            if (found.failed()) {
                                                throw Unfetchable.unreached("unknown host");
                                            }
                                            connect(at, open(at, found.result()));
                                        })));
    }

    private List<InetAddress> open(MediaAddress at, List<InetAddress> found) {
        var open =
                found.stream()
                        .filter(address -> parts.reachable().mayReach(address, at.port()))
                        .limit(MOST_ADDRESSES)
                        .toList();
        if (open.isEmpty()) {
            throw Unfetchable.unreached("no address or port of it may be reached");
        }
        return open;
    }

    private void connect(MediaAddress at, List<InetAddress> addresses) {
        var literal = ReachableAddresses.text(addresses.getFirst());
        var options =
                new RequestOptions()
                        .setMethod(HttpMethod.GET)
                        .setServer(SocketAddress.inetSocketAddress(at.port(), literal))
                        .setHost(at.shownHost())
                        .setPort(at.port())
                        .setSsl(at.tls())
                        .setURI(at.path())
                        .setConnectTimeout(parts.limits().connectMs())
                        .setFollowRedirects(false)
                        .putHeader("accept", kind == Kind.IMAGE ? TYPES : "*/*")
                        .putHeader("accept-encoding", "identity")
                        .putHeader("user-agent", "sluice");
        parts.client()
                .request(options)
                .onComplete(made -> {
                    if (made.succeeded()) {
                        guarded(() -> send(at, made.result()));
                    } else if (addresses.size() > 1) {
                        guarded(() -> connect(at, addresses.subList(1, addresses.size())));
                    } else {
                        fail(Unfetchable.unreached(String.valueOf(made.cause())));
                    }
                });
    }

    private void send(MediaAddress at, HttpClientRequest request) {
        if (over) {
            request.reset();
            return;
        }
        current = request;
        var mine = ++turn;
        request.exceptionHandler(lost -> onLost(mine, lost));
        request.response()
                .onComplete(came -> {
                    if (came.failed()) {
                        onLost(mine, came.cause());
                    } else if (over || turn != mine) {
                        request.reset();
                    } else {
                        guarded(() -> onHead(at, came.result()));
                    }
                });
        request.end();
    }

    /** A request that was left for another one may be lost. */
    private void onLost(int whose, @Nullable Throwable cause) {
        if (turn == whose) {
            fail(Unfetchable.unreached(String.valueOf(cause)));
        }
    }

    private void onHead(MediaAddress at, HttpClientResponse response) {
        if (REDIRECTS.contains(response.statusCode())) {
            redirect(at, response.getHeader("location"));
            return;
        }
        if (response.statusCode() != 200) {
            throw new Unfetchable("its server answered " + response.statusCode());
        }
        var encoding = response.getHeader("content-encoding");
        if (encoding != null && !encoding.isBlank() && !"identity".equalsIgnoreCase(encoding)) {
            throw new Unfetchable("its server compressed it, which was not asked for");
        }
        var contentType = response.getHeader("content-type");
        MediaCheck.declared(kind, contentType);
        if (declaredLength(response) > parts.limits().mostBytes()) {
            throw tooLarge();
        }
        response.handler(piece -> guarded(() -> append(piece)));
        var mine = turn;
        response.exceptionHandler(lost -> onLost(mine, lost));
        response.endHandler(
                ignored -> complete(new Downloaded(at.path(), contentType, body.take())));
    }

    private static long declaredLength(HttpClientResponse response) {
        try {
            var length = response.getHeader("content-length");
            return length == null ? 0 : Long.parseLong(length.strip());
        } catch (NumberFormatException none) {
            return 0;
        }
    }

    private void redirect(MediaAddress at, @Nullable String location) {
        if (location == null) {
            throw new Unfetchable("its server leads elsewhere, without saying where");
        }
        if (++redirects > parts.limits().mostRedirects()) {
            throw new Unfetchable(
                    "it is redirected more than " + parts.limits().mostRedirects() + " times");
        }
        dropRequest();
        visit(at.follow(location));
    }

    private void append(Buffer piece) {
        if (over) {
            return;
        }
        if (body.size() + piece.length() > parts.limits().mostBytes()) {
            throw tooLarge();
        }
        holding.take(piece.length());
        body.append(piece.getBytes());
    }

    private Unfetchable tooLarge() {
        return new Unfetchable("it is larger than " + megabytes(parts.limits().mostBytes()));
    }

    static String megabytes(int bytes) {
        return bytes >= 1 << 20 ? (bytes >> 20) + " MB" : (bytes >> 10) + " KB";
    }

    /** Whatever goes wrong ends this download, and nothing else. */
    private void guarded(Runnable step) {
        if (over) {
            return;
        }
        try {
            step.run();
        } catch (RuntimeException wrong) {
            fail(wrong);
        }
    }

    private void complete(Downloaded whole) {
        if (!over) {
            over = true;
            promise.complete(whole);
        }
    }

    private void fail(RuntimeException why) {
        if (!over) {
            over = true;
            dropRequest();
            promise.fail(why);
        }
    }

    private void dropRequest() {
        var request = current;
        current = null;
        turn++;
        if (request != null) {
            request.reset();
        }
    }
}
