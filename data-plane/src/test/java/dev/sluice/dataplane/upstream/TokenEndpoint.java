package dev.sluice.dataplane.upstream;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A real server for tokens, which counts them. */
final class TokenEndpoint implements AutoCloseable {
    private final HttpServer server;
    private final AtomicInteger asked = new AtomicInteger();
    volatile int status = 200;

    /** What it says; {@code %d} is how often it was asked. */
    volatile String says = "{\"access_token\":\"token-%d\",\"expires_in\":1000}";

    TokenEndpoint() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        } catch (IOException taken) {
            throw new UncheckedIOException(taken);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    var body =
                            says.formatted(asked.incrementAndGet())
                                    .getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, body.length);
                    try (var out = exchange.getResponseBody()) {
                        out.write(body);
                    }
                });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/token";
    }

    int asked() {
        return asked.get();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
