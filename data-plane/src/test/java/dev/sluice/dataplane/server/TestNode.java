package dev.sluice.dataplane.server;

import dev.sluice.dataplane.cache.ResponseCache;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.metering.InputTokenCounter;
import dev.sluice.dataplane.metering.Journal;
import dev.sluice.dataplane.metering.JournalUsageRecorder;
import dev.sluice.dataplane.metering.OutputTokenCounter;
import dev.sluice.dataplane.metering.Tokenizers;
import dev.sluice.dataplane.telemetry.CallLog;
import dev.sluice.dataplane.upstream.token.SharedTokens;
import dev.sluice.model.secret.SecretSealer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** A real node on real sockets, with a journal in a temporary folder and books without limits. */
final class TestNode implements AutoCloseable {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Loading the vocabularies takes seconds: once for all tests. */
    private static final Tokenizers TOKENIZERS = new Tokenizers(Vertx.vertx());

    final Vertx vertx = Vertx.vertx();
    final int port = freePort();
    final int managementPort = freePort();
    final TestBooks books;
    final GatewayNode node;
    private final Journal journal;
    private final JournalUsageRecorder recorder;
    volatile Snapshot snapshot;

    private static final SecretSealer SEALER =
            SecretSealer.fromKeyset(SecretSealer.generateKeyset());

    TestNode(TestConfig config) {
        this(config, InstantSource.system());
    }

    TestNode(TestConfig config, InstantSource clock) {
        this(config, clock, 10_000, 1_000, 4L * 1024 * 1024);
    }

    TestNode(TestConfig config, long drainGraceMs, int mostCalls, long mostBodyBytes) {
        this(config, InstantSource.system(), drainGraceMs, mostCalls, mostBodyBytes);
    }

    private TestNode(
            TestConfig config,
            InstantSource clock,
            long drainGraceMs,
            int mostCalls,
            long mostBodyBytes) {
        snapshot = config.build();
        try {
            journal = Journal.open(Files.createTempDirectory("journal"), 1L << 30);
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
        recorder = new JournalUsageRecorder(vertx, journal, "node-1", clock);
        books = new TestBooks(recorder);
        var bytes = new TestBytes();
        node =
                new GatewayNode(
                        vertx,
                        new NodeSettings(
                                "127.0.0.1",
                                port,
                                managementPort,
                                2,
                                mostCalls,
                                mostBodyBytes,
                                64L * 1024 * 1024,
                                drainGraceMs,
                                List.of(),
                                List.of("127.0.0.0/8")),
                        clock,
                        () -> snapshot,
                        new GatewayNode.Books(
                                books,
                                books,
                                books,
                                new OutputTokenCounter(
                                        TOKENIZERS, new InputTokenCounter(TOKENIZERS)),
                                new ResponseCache(bytes, SEALER),
                                new SharedTokens(bytes, SEALER)),
                        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                        LoggerFactory.getLogger(CallLog.NAME));
        try {
            node.start().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (Exception notStarted) {
            throw new IllegalStateException(notStarted);
        }
    }

    static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }

    static String chat(String alias, String more) {
        return "{\"model\":\""
                + alias
                + "\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]"
                + more
                + "}";
    }

    HttpResponse<String> chat(String body, String... headers) {
        return post("/v1/chat/completions", body, headers);
    }

    HttpResponse<String> post(String path, String body, String... headers) {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(Duration.ofSeconds(30))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length == 0) {
            request.header("authorization", "Bearer " + TestConfig.KEY);
        } else {
            request.headers(headers);
        }
        return send(request.build());
    }

    HttpResponse<String> post(String path, String contentType, byte[] body) {
        return send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(Duration.ofSeconds(30))
                        .header("content-type", contentType)
                        .header("authorization", "Bearer " + TestConfig.KEY)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build());
    }

    HttpResponse<String> get(int onPort, String path, String... headers) {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + onPort + path))
                        .timeout(Duration.ofSeconds(30));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    static HttpResponse<String> send(HttpRequest request) {
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException broken) {
            throw new IllegalStateException(broken);
        }
    }

    @Override
    public void close() {
        recorder.close();
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (Exception late) {
            throw new IllegalStateException(late);
        }
        journal.close();
    }
}
