package dev.sluice.control.testing;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The REST API over a real socket, as a tool with a token. */
public final class Rest {
    private static final String JSON = "application/json";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final int port;
    private final String token;

    public Rest(int port, String token) {
        this.port = port;
        this.token = token;
    }

    /** Status, text and JSON of an answer. */
    public record Answer(int status, String text) {
        public JsonNode json() {
            return SluiceJson.mapper().readTree(text);
        }
    }

    public Answer get(String path) {
        return send("GET", path, null);
    }

    public Answer post(String path, Object body) {
        return send("POST", path, SluiceJson.mapper().writeValueAsString(body));
    }

    public Answer put(String path, Object body) {
        return send("PUT", path, SluiceJson.mapper().writeValueAsString(body));
    }

    public Answer delete(String path) {
        return send("DELETE", path, null);
    }

    public Answer send(String method, String path, String body) {
        var response = send(method, path, publisher(body), JSON, BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    /** A file as it is. */
    public Answer upload(String path, String mediaType, byte[] file) {
        var publisher = BodyPublishers.ofByteArray(file);
        var response = send("POST", path, publisher, mediaType, BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    private static BodyPublisher publisher(String body) {
        return body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    }

    /** What is not text, with its headers. */
    public HttpResponse<byte[]> download(String path) {
        return send("GET", path, publisher(null), JSON, BodyHandlers.ofByteArray());
    }

    private <T> HttpResponse<T> send(
            String method,
            String path,
            BodyPublisher body,
            String mediaType,
            HttpResponse.BodyHandler<T> read) {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", mediaType)
                        .method(method, body)
                        .build();
        try {
            return CLIENT.send(request, read);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    public Answer apply(String yaml, String... adopt) {
        return post("/api/v1/config/apply", file(yaml, adopt));
    }

    public Answer plan(String yaml, String... adopt) {
        return post("/api/v1/config/plan", file(yaml, adopt));
    }

    private static Map<String, Object> file(String yaml, String... adopt) {
        var body = new HashMap<String, Object>();
        body.put("file", "test.yaml");
        body.put("text", yaml);
        body.put("adopt", adopt);
        return body;
    }
}
