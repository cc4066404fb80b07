package dev.sluice.dataplane.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.media.FetchedMedia.Medium;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A site on this machine that a batch fetches from, and what it saw of it. */
abstract class MediaSite {
    static final byte[] PNG = "\u0089PNG\r\n\u001a\nsome pixels".getBytes(ISO_8859_1);
    static final FetchLimits LIMITS = new FetchLimits(5, 100_000, 150_000, 1_000, 1_500, 2, 3);

    final Vertx vertx = Vertx.vertx();
    final Map<String, Consumer<HttpServerRequest>> pages = new ConcurrentHashMap<>();
    final List<HttpServerRequest> seen = Collections.synchronizedList(new ArrayList<>());
    final List<String> lookedUp = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    final AtomicInteger held = new AtomicInteger();
    final AtomicReference<MediaBatch> running = new AtomicReference<>();
    ReachableAddresses reachable = new ReachableAddresses(List.of("127.0.0.0/8"));
    NameLookup names = host -> addresses("127.0.0.1");
    HttpClientOptions options = MediaFetcher.options();
    int port;

    @BeforeEach
    void listen() throws Exception {
        port =
                get(
                        vertx.createHttpServer()
                                .connectionHandler(connection -> {
                                    connections.incrementAndGet();
                                    connection.closeHandler(gone -> closed.incrementAndGet());
                                })
                                .requestHandler(this::serve)
                                .listen(0, "127.0.0.1")
                                .map(server -> server.actualPort()));
    }

    @AfterEach
    void close() throws Exception {
        get(vertx.close());
    }

    void serve(HttpServerRequest request) {
        seen.add(request);
        var page = pages.get(request.path());
        if (page == null) {
            request.response().setStatusCode(404).end("no such page");
        } else {
            page.accept(request);
        }
    }

    static <T> T get(Future<T> future)
            throws ExecutionException, InterruptedException, TimeoutException {
        return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    static Future<List<InetAddress>> addresses(String... digits) {
        var all = new ArrayList<InetAddress>();
        for (var one : digits) {
            try {
                all.add(InetAddress.getByName(one));
            } catch (UnknownHostException wrong) {
                return Future.failedFuture(wrong);
            }
        }
        return Future.succeededFuture(all);
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    String url(String path) {
        return "http://pictures.example:" + port + path;
    }

    static void png(HttpServerRequest request) {
        request.response().putHeader("content-type", "image/png").end(Buffer.buffer(PNG));
    }

    static Consumer<HttpServerRequest> leadsTo(String location) {
        return request ->
                request.response().setStatusCode(302).putHeader("location", location).end();
    }

    CompletableFuture<Map<String, Medium>> start(String... urls) {
        var wanted = new LinkedHashMap<String, Kind>();
        for (var url : urls) {
            wanted.put(url, Kind.IMAGE);
        }
        var result = new CompletableFuture<Map<String, Medium>>();
        var context = vertx.getOrCreateContext();
        var client = vertx.createHttpClient(options);
        NameLookup counted =
                host -> {
                    lookedUp.add(host);
                    return names.of(host);
                };
        context.runOnContext(ignored -> {
            var parts = new MediaDownload.Parts(context, client, counted, reachable, LIMITS);
            var batch = new MediaBatch(parts, wanted, held::addAndGet);
            running.set(batch);
            batch.run().onSuccess(result::complete).onFailure(result::completeExceptionally);
        });
        return result;
    }

    Map<String, Medium> fetch(String... urls) throws Exception {
        return start(urls).get(10, TimeUnit.SECONDS);
    }

    void assertRefused(String reason, String... urls) {
        assertThatThrownBy(() -> fetch(urls))
                .cause()
                .isInstanceOf(MediaBatch.Missing.class)
                .hasMessageContaining(reason);
    }
}
