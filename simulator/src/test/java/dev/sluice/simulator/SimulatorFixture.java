package dev.sluice.simulator;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** A simulator on a free port and the few calls that its tests make. */
final class SimulatorFixture implements AutoCloseable {
    final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final SimulatorServer server;

    SimulatorFixture() throws Exception {
        server =
                SimulatorServer.start("127.0.0.1", 0, 2, Clock.systemUTC())
                        .toCompletionStage()
                        .toCompletableFuture()
                        .get(20, TimeUnit.SECONDS);
    }

    HttpResponse<String> chat(String model, String script, String more) {
        return post(
                "/v1/chat/completions",
                script,
                "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"How high is it?\"}]%s}"
                        .formatted(model, more));
    }

    HttpResponse<String> post(String path, String script, String body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .header("Authorization", "Bearer " + "upstream-secret")
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!script.isEmpty()) {
            request.header("x-sim", script);
        }
        return send(request.build());
    }

    HttpResponse<String> put(String path, String contentType, byte[] body) {
        return send(
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .header("content-type", contentType)
                        .PUT(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build());
    }

    HttpResponse<byte[]> ask(String path, Map<String, String> headers, String script, String body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        if (!script.isEmpty()) {
            request.header("x-sim", script);
        }
        return send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    HttpResponse<String> call(String method, String path, String body) {
        return send(
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build());
    }

    JsonNode books(String query) {
        return SluiceJson.mapper().readTree(call("GET", "/sim/books" + query, "").body());
    }

    /** A request on a bare socket, for what an HTTP client would hide. */
    Socket rawChat(String model, String script, boolean stream) throws IOException {
        String body =
                "{\"model\":\"%s\",\"stream\":%s,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}"
                        .formatted(model, stream);
        Socket socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout(10_000);
        String head =
                "POST /v1/chat/completions HTTP/1.1\r\nHost: sim\r\nx-sim: "
                        + script
                        + "\r\nContent-Length: "
                        + body.length()
                        + "\r\n\r\n";
        socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpResponse<String> send(HttpRequest request) {
        return send(request, HttpResponse.BodyHandlers.ofString());
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> as) {
        try {
            return http.send(request, as);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    @Override
    public void close() {
        http.close();
        server.close();
    }
}
