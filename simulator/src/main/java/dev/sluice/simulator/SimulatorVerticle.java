package dev.sluice.simulator;

import dev.sluice.simulator.books.Books;
import dev.sluice.simulator.chat.ChatHandler;
import dev.sluice.simulator.embeddings.EmbeddingsHandler;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Incoming;
import dev.sluice.simulator.script.InstanceScripts;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** One event loop of the simulator; all loops share the port, the scripts and the books. */
final class SimulatorVerticle extends AbstractVerticle {
    private static final int HEADERS_MAX_BYTES = 256 * 1024;

    private final String host;
    private final int port;
    private final IntConsumer bound;
    private final Books books;
    private final ChatHandler chat;
    private final EmbeddingsHandler embeddings;
    private final ControlApi control;

    SimulatorVerticle(
            String host,
            int port,
            IntConsumer bound,
            InstantSource clock,
            Books books,
            InstanceScripts scripts) {
        this.host = host;
        this.port = port;
        this.bound = bound;
        this.books = books;
        this.chat = new ChatHandler(clock, scripts);
        this.embeddings = new EmbeddingsHandler(scripts);
        this.control = new ControlApi(books, scripts);
    }

    @Override
    public void start(Promise<Void> started) {
        HttpServerOptions options =
                new HttpServerOptions()
                        .setHost(host)
                        .setPort(port)
                        .setTcpNoDelay(true)
                        .setHttp2ClearTextEnabled(false)
                        .setMaxHeaderSize(HEADERS_MAX_BYTES);
        HttpServer server = vertx.createHttpServer(options).requestHandler(this::route);
        server.listen()
                .onSuccess(listening -> {
                    bound.accept(listening.actualPort());
                    started.complete();
                })
                .onFailure(started::fail);
    }

    private void route(HttpServerRequest request) {
        String asked = request.path();
        String path = asked == null ? "" : asked;
        boolean post = request.method().equals(HttpMethod.POST);
        boolean get = request.method().equals(HttpMethod.GET);
        if (path.startsWith("/sim/")) {
            control.handle(request, path);
        } else if (post && path.endsWith("/chat/completions")) {
            take(request, path, "/chat/completions", chat::handle);
        } else if (post && path.endsWith("/embeddings")) {
            take(request, path, "/embeddings", embeddings::handle);
        } else if (get && path.endsWith("/models")) {
            answer(request, 200, models());
        } else if (get && (path.equals("/health") || path.equals("/healthz"))) {
            answer(request, 200, Map.of("status", "ok"));
        } else {
            request.response()
                    .setStatusCode(404)
                    .putHeader("content-type", "application/json")
                    .end(
                            Bodies.error(
                                    "the simulator does not serve " + request.method() + " " + path,
                                    "invalid_request_error",
                                    "unknown_url"));
        }
    }

    private void take(
            HttpServerRequest request, String path, String suffix, Consumer<Incoming> handler) {
        String lane = lane(path, suffix);
        request.body()
                .onSuccess(body ->
                        handler.accept(new Incoming(vertx, books, request, path, lane, body)));
    }

    /**
     * What stands before {@code /v1} tells upstreams apart that are all played by this instance.
     */
    private static String lane(String path, String suffix) {
        String before = path.substring(0, path.length() - suffix.length());
        if (before.endsWith("/v1")) {
            before = before.substring(0, before.length() - "/v1".length());
        }
        return before.startsWith("/") ? before.substring(1) : before;
    }

    private static Map<String, Object> models() {
        List<Map<String, Object>> data =
                List.of("sim-chat", "sim-chat-large", "sim-embed").stream()
                        .map(id ->
                                Map.<String, Object>of(
                                        "id",
                                        id,
                                        "object",
                                        "model",
                                        "created",
                                        1_767_225_600,
                                        "owned_by",
                                        "simulator"))
                        .toList();
        return Map.of("object", "list", "data", data);
    }

    static void answer(HttpServerRequest request, int status, Object body) {
        request.response()
                .setStatusCode(status)
                .putHeader("content-type", "application/json")
                .end(Bodies.json(body));
    }
}
