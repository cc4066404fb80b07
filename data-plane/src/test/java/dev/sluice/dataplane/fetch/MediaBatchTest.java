package dev.sluice.dataplane.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.media.FetchedMedia.Medium;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SelfSignedCertificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Base64;
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
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a real server; the names of its hosts are given by the test. */
class MediaBatchTest {
    private static final byte[] PNG = "\u0089PNG\r\n\u001a\nsome pixels".getBytes(ISO_8859_1);
    private static final FetchLimits LIMITS =
            new FetchLimits(5, 100_000, 150_000, 1_000, 1_500, 2, 3);

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, Consumer<HttpServerRequest>> pages = new ConcurrentHashMap<>();
    private final List<HttpServerRequest> seen = Collections.synchronizedList(new ArrayList<>());
    private final List<String> lookedUp = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicReference<MediaBatch> running = new AtomicReference<>();
    private ReachableAddresses reachable = new ReachableAddresses(List.of("127.0.0.0/8"));
    private NameLookup names = host -> addresses("127.0.0.1");
    private HttpClientOptions options = MediaFetcher.options();
    private int port;

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

    private void serve(HttpServerRequest request) {
        seen.add(request);
        var page = pages.get(request.path());
        if (page == null) {
            request.response().setStatusCode(404).end("no such page");
        } else {
            page.accept(request);
        }
    }

    private static <T> T get(Future<T> future)
            throws ExecutionException, InterruptedException, TimeoutException {
        return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private static Future<List<InetAddress>> addresses(String... digits) {
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

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private String url(String path) {
        return "http://pictures.example:" + port + path;
    }

    private static void png(HttpServerRequest request) {
        request.response().putHeader("content-type", "image/png").end(Buffer.buffer(PNG));
    }

    private static Consumer<HttpServerRequest> leadsTo(String location) {
        return request ->
                request.response().setStatusCode(302).putHeader("location", location).end();
    }

    private CompletableFuture<Map<String, Medium>> start(String... urls) {
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

    private Map<String, Medium> fetch(String... urls) throws Exception {
        return start(urls).get(10, TimeUnit.SECONDS);
    }

    private void assertRefused(String reason, String... urls) {
        assertThatThrownBy(() -> fetch(urls))
                .cause()
                .isInstanceOf(MediaBatch.Missing.class)
                .hasMessageContaining(reason);
    }

    @Test
    void fetchesWithoutTellingWhoAsks() throws Exception {
        pages.put("/cat.png", MediaBatchTest::png);

        var fetched = fetch(url("/cat.png?size=1"));

        assertThat(fetched.get(url("/cat.png?size=1")))
                .isEqualTo(new Medium("image/png", Base64.getEncoder().encodeToString(PNG)));
        assertThat(seen).hasSize(1);
        assertThat(seen.getFirst().uri()).isEqualTo("/cat.png?size=1");
        assertThat(seen.getFirst().headers().names())
                .containsExactlyInAnyOrder(
                        "host", "accept", "accept-encoding", "user-agent", "connection");
        assertThat(seen.getFirst().getHeader("host")).isEqualTo("pictures.example:" + port);
        assertThat(held).hasValue(PNG.length);
    }

    @Test
    void connectsToNothingThatIsNotAllowed() {
        pages.put("/cat.png", MediaBatchTest::png);
        reachable = new ReachableAddresses(List.of());

        assertRefused("cannot be reached", url("/cat.png"));
        assertRefused("cannot be reached", "http://127.0.0.1:" + port + "/cat.png");
        names = NameLookup.by(vertx);
        assertRefused("cannot be reached", "http://localhost:" + port + "/cat.png");
        assertRefused("cannot be reached", "http://[::1]:" + port + "/cat.png");
        assertRefused("cannot be reached", "http://[::ffff:127.0.0.1]:" + port + "/cat.png");
        assertRefused("cannot be reached", "http://2130706433:" + port + "/cat.png");
        assertRefused("cannot be reached", "http://0x7f000001:" + port + "/cat.png");
        assertRefused("cannot be reached", "http://no-such-host.invalid/cat.png");

        assertThat(connections).hasValue(0);
    }

    @Test
    void tellsTheSameOfWhatIsClosedAbsentAndForbidden() throws Exception {
        var nobody = freePort();
        var reasons = new ArrayList<String>();
        for (var url : List.of("http://pictures.example:" + nobody + "/x", url("/x"))) {
            try {
                reachable =
                        new ReachableAddresses(
                                url.contains(":" + nobody) ? List.of("127.0.0.1") : List.of());
                fetch(url);
            } catch (ExecutionException refused) {
                reasons.add(refused.getCause().getMessage());
            }
        }
        names = host -> Future.failedFuture("no such host");
        assertRefused(reasons.getFirst(), url("/x"));
        assertThat(reasons).hasSize(2).containsOnly(reasons.getFirst());
    }

    @Test
    void connectsToTheAddressesThatWereLookedAt() throws Exception {
        pages.put("/cat.png", MediaBatchTest::png);
        names = host -> lookedUp.size() > 1 ? addresses("10.9.9.9") : addresses("127.0.0.1");

        fetch(url("/cat.png"));

        assertThat(lookedUp).containsExactly("pictures.example");
    }

    @Test
    void leavesOutTheClosedOnesOfSeveralAddresses() throws Exception {
        pages.put("/cat.png", MediaBatchTest::png);
        names = host -> addresses("10.9.9.9", "169.254.169.254", "127.0.0.1");

        assertThat(fetch(url("/cat.png"))).hasSize(1);
    }

    @Test
    void triesTheNextAddressWhereOneDoesNotAnswer() throws Exception {
        pages.put("/cat.png", MediaBatchTest::png);
        names = host -> addresses("127.0.0.2", "127.0.0.1");

        assertThat(fetch(url("/cat.png"))).hasSize(1);
    }

    @Test
    void followsRedirectsAndLooksAtEachPlace() throws Exception {
        pages.put("/one", leadsTo("/two"));
        pages.put("/two", leadsTo("http://other.example:" + port + "/cat.png"));
        pages.put("/cat.png", MediaBatchTest::png);

        assertThat(fetch(url("/one"))).hasSize(1);
        assertThat(lookedUp)
                .containsExactly("pictures.example", "pictures.example", "other.example");
    }

    @Test
    void followsNoRedirectToWhereItMayNotGo() {
        pages.put("/private", leadsTo("http://10.0.0.1/latest/meta-data"));
        pages.put("/metadata", leadsTo("http://169.254.169.254/latest/meta-data"));
        pages.put("/file", leadsTo("file:///etc/passwd"));
        pages.put("/again", leadsTo(url("/again2")));
        names =
                host ->
                        host.endsWith(".example")
                                ? addresses(lookedUp.size() == 1 ? "127.0.0.1" : "10.1.1.1")
                                : addresses(host);

        assertRefused("cannot be reached", url("/private"));
        lookedUp.clear();
        assertRefused("cannot be reached", url("/metadata"));
        lookedUp.clear();
        assertRefused("not an http or https", url("/file"));
        lookedUp.clear();
        assertRefused("cannot be reached", url("/again"));
        assertThat(seen).noneMatch(request -> request.path().equals("/again2"));
    }

    @Test
    void followsFewRedirects() {
        pages.put("/round", leadsTo("/round"));
        pages.put("/nowhere", request -> request.response().setStatusCode(301).end());

        assertRefused("more than 3 times", url("/round"));
        assertRefused("without saying where", url("/nowhere"));
        assertThat(seen).hasSize(5);
    }

    @Test
    void endsWhatDrips() {
        pages.put(
                "/drip",
                request -> {
                    var response = request.response().setChunked(true);
                    response.putHeader("content-type", "image/png").write(Buffer.buffer(PNG));
                    var drops = vertx.setPeriodic(50, tick -> response.write("x"));
                    response.closeHandler(gone -> vertx.cancelTimer(drops));
                });

        assertRefused("did not come in time", url("/drip"));
        await().until(() -> closed.get() > 0);
    }

    @Test
    void endsWhatNeverAnswersAndNamesThatAreNeverFound() {
        pages.put("/silence", request -> {});

        assertRefused("did not come in time", url("/silence"));
        names = host -> Promise.<List<InetAddress>>promise().future();
        assertRefused("did not come in time", url("/x"));
    }

    @Test
    void trustsACertificateForTheNameThatWasGivenAlone() throws Exception {
        var certificate = SelfSignedCertificate.create("pictures.example");
        var secure =
                get(
                        vertx.createHttpServer(
                                        new HttpServerOptions()
                                                .setSsl(true)
                                                .setKeyCertOptions(certificate.keyCertOptions()))
                                .requestHandler(MediaBatchTest::png)
                                .listen(0, "127.0.0.1"));
        var place = ":" + secure.actualPort() + "/cat.png";

        assertRefused("cannot be reached", "https://pictures.example" + place);
        options = MediaFetcher.options().setTrustOptions(certificate.trustOptions());
        assertThat(fetch("https://pictures.example" + place)).hasSize(1);
        assertRefused("cannot be reached", "https://other.example" + place);
        assertRefused("cannot be reached", "https://127.0.0.1" + place);
    }

    @Test
    void takesNoMoreThanIsAllowed() {
        var large = Buffer.buffer(PNG).appendBytes(new byte[100_000]);
        pages.put("/declared", request -> request.response().end(large));
        pages.put(
                "/chunked",
                request -> {
                    var response = request.response().setChunked(true);
                    response.write(large).onSuccess(done -> response.end());
                });
        pages.put(
                "/half",
                request ->
                        request.response().end(Buffer.buffer(PNG).appendBytes(new byte[90_000])));

        assertRefused("larger than 97 KB", url("/declared"));
        assertRefused("larger than 97 KB", url("/chunked"));
        assertRefused("all together", url("/half?1"), url("/half?2"));
        assertRefused(
                "no more than 5", url("/1"), url("/2"), url("/3"), url("/4"), url("/5"), url("/6"));
    }

    @Test
    void inflatesNothing() throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(PNG);
            gzip.write(new byte[50_000_000]);
        }
        pages.put(
                "/bomb",
                request ->
                        request.response()
                                .putHeader("content-type", "image/png")
                                .putHeader("content-encoding", "gzip")
                                .end(Buffer.buffer(packed.toByteArray())));
        pages.put(
                "/unsaid", request -> request.response().end(Buffer.buffer(packed.toByteArray())));

        assertRefused("compressed", url("/bomb"));
        assertRefused("no PNG, JPEG, GIF or WebP", url("/unsaid"));
    }

    @Test
    void takesOnlyWhatIsAPicture() {
        pages.put(
                "/page",
                request ->
                        request.response()
                                .putHeader("content-type", "text/html")
                                .end("<title>secret</title>"));
        pages.put(
                "/lie",
                request ->
                        request.response()
                                .putHeader("content-type", "image/png")
                                .end("<title>secret</title>"));

        assertRefused("says that it is text/html", url("/page"));
        assertRefused("no PNG, JPEG, GIF or WebP", url("/lie"));
        assertRefused("answered 404", url("/absent"));
    }

    @Test
    void refusesWhatBreaksOff() {
        pages.put(
                "/broken",
                request -> {
                    var response = request.response().putHeader("content-length", "5000");
                    response.write(Buffer.buffer(PNG))
                            .onSuccess(done -> request.connection().close());
                });

        assertRefused("cannot be reached", url("/broken"));
    }

    @Test
    void fetchesSeveralAtATimeButNotAll() throws Exception {
        var waiting = Collections.synchronizedList(new ArrayList<HttpServerRequest>());
        for (var i = 1; i <= 5; i++) {
            pages.put("/" + i, waiting::add);
        }

        var fetched = start(url("/1"), url("/2"), url("/3"), url("/4"), url("/5"));
        await().until(() -> waiting.size() == 2);
        png(waiting.get(0));
        await().until(() -> waiting.size() == 3);
        png(waiting.get(1));
        png(waiting.get(2));
        await().until(() -> waiting.size() == 5);
        assertThat(fetched).isNotDone();
        png(waiting.get(3));
        png(waiting.get(4));

        assertThat(fetched.get(5, TimeUnit.SECONDS)).hasSize(5);
    }

    @Test
    void letsGoOfItsConnectionsWhenItIsStopped() {
        var waiting = Collections.synchronizedList(new ArrayList<HttpServerRequest>());
        pages.put("/1", waiting::add);
        pages.put("/2", waiting::add);

        var fetched = start(url("/1"), url("/2"));
        await().until(() -> waiting.size() == 2);
        vertx.runOnContext(ignored -> running.get().stop());

        await().until(() -> closed.get() == 2);
        assertThat(fetched).isCompletedExceptionally();
    }
}
