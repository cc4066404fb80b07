package dev.sluice.simulator;

import dev.sluice.simulator.books.Books;
import dev.sluice.simulator.dialect.Route;
import dev.sluice.simulator.dialect.Told;
import dev.sluice.simulator.dialect.openai.OpenAiErrors;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Incoming;
import dev.sluice.simulator.replay.Recordings;
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
            InstanceScripts scripts,
            Recordings recordings) {
        this.host = host;
        this.port = port;
        this.bound = bound;
        this.books = books;
        this.calls = new CallHandler(clock, scripts, recordings);
        this.control = new ControlApi(books, scripts, new ReplayApi(recordings));
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
        if (path.startsWith("/sim/")) {
            control.handle(request, path);
        } else if (request.method().equals(HttpMethod.GET) || Listings.isToken(path)) {
            Object found = Listings.find(request, path);
            if (found == null) {
                refuse(
                        request,
                        404,
                        "the simulator does not serve " + request.method() + " " + path);
            } else {
                answer(request, 200, found);
            }
        } else {
            Routes.Found found = Routes.find(path);
            Route route = found == null ? null : found.route();
            String lane = found == null ? "" : found.lane();
            request.body()
                    .onSuccess(body ->
                            calls.handle(
                                    new Incoming(vertx, books, request, path, lane, body), route));
        }
    }

    static void refuse(HttpServerRequest request, int status, String message) {
        Told told = new Told(status, message, status == 404 ? "unknown_url" : null, null);
        answer(request, status, new OpenAiErrors().refuse(told).body());
    }

    static void answer(HttpServerRequest request, int status, Object body) {
        request.response()
                .setStatusCode(status)
                .putHeader("content-type", "application/json")
                .end(Bodies.json(body));
    }
}
