package dev.sluice.simulator;

import dev.sluice.simulator.books.Books;
import dev.sluice.simulator.dialect.Told;
import dev.sluice.simulator.dialect.openai.OpenAiErrors;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Incoming;
import dev.sluice.simulator.script.InstanceScripts;
import dev.sluice.simulator.serve.CallHandler;
import dev.sluice.simulator.serve.Routes;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** One event loop of the simulator; all loops share the port, the scripts and the books. */
final class SimulatorVerticle extends AbstractVerticle {
    private static final int HEADERS_MAX_BYTES = 256 * 1024;

    private final String host;
    private final int port;
    private final IntConsumer bound;
    private final Books books;
    private final CallHandler calls;
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
        this.calls = new CallHandler(clock, scripts);
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
        boolean get = request.method().equals(HttpMethod.GET);
        Routes.Found found = request.method().equals(HttpMethod.POST) ? Routes.find(path) : null;
        if (path.startsWith("/sim/")) {
            control.handle(request, path);
        } else if (found != null) {
            request.body()
                    .onSuccess(body ->
                            calls.handle(
                                    new Incoming(vertx, books, request, path, found.lane(), body),
                                    found.route()));
        } else if (get && path.endsWith("/models")) {
            answer(request, 200, models());
        } else if (get && (path.equals("/health") || path.equals("/healthz"))) {
            answer(request, 200, Map.of("status", "ok"));
        } else {
            String what = "the simulator does not serve " + request.method() + " " + path;
            refuse(request, 404, what);
        }
    }

    static void refuse(HttpServerRequest request, int status, String message) {
        Told told = new Told(status, message, status == 404 ? "unknown_url" : null, null);
        answer(request, status, new OpenAiErrors().refuse(told).body());
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
