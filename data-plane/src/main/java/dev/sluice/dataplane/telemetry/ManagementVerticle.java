package dev.sluice.dataplane.telemetry;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Supplier;

/** Probes and metrics, on a port of their own. */
public final class ManagementVerticle extends VerticleBase {
    private final String host;
    private final int port;
    private final PrometheusMeterRegistry registry;
    private final Supplier<String> notReadyBecause;

    /**
     * Serves once it is deployed.
     *
     * @param notReadyBecause empty when the node is ready
     */
    public ManagementVerticle(
            String host,
            int port,
            PrometheusMeterRegistry registry,
            Supplier<String> notReadyBecause) {
        this.host = host;
        this.port = port;
        this.registry = registry;
        this.notReadyBecause = notReadyBecause;
    }

    @Override
    public Future<?> start() {
        var options = new HttpServerOptions().setHost(host).setPort(port);
        return vertx.createHttpServer(options).requestHandler(this::answer).listen();
    }

    private void answer(HttpServerRequest request) {
        switch (request.path()) {
            case "/healthz" -> text(request, 200, "ok");
            case "/readyz" -> {
                var reason = notReadyBecause.get();
                text(request, reason.isEmpty() ? 200 : 503, reason.isEmpty() ? "ready" : reason);
            }
            case "/metrics" -> scrape(request);
            case null, default -> text(request, 404, "not found");
        }
    }

    private static void text(HttpServerRequest request, int status, String body) {
        request.response()
                .setStatusCode(status)
                .putHeader("content-type", "text/plain; charset=utf-8")
                .end(body + "\n");
    }

    /** Off the loop: a scrape of many meters takes its time. */
    private void scrape(HttpServerRequest request) {
        vertx.executeBlocking(registry::scrape, false)
                .onSuccess(text ->
                        request.response()
                                .putHeader(
                                        "content-type", "text/plain; version=0.0.4; charset=utf-8")
                                .end(String.valueOf(text)))
                .onFailure(fault -> text(request, 500, "metrics cannot be read"));
    }
}
