package dev.sluice.system.client;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An application with its key, on one node. */
public record Caller(String gateway, String key) {
    /** A chat body; the prompt may begin with {@code #sim …} to script the simulator. */
    public static String chatBody(String alias, String prompt, boolean stream, int maxTokens) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("model", alias);
        body.put("messages", List.of(Map.of("role", "user", "content", prompt)));
        if (maxTokens > 0) {
            body.put("max_tokens", maxTokens);
        }
        if (stream) {
            body.put("stream", true);
        }
        return SluiceJson.mapper().writeValueAsString(body);
    }

    public Answer chat(String alias, String prompt, int maxTokens) {
        return post("/v1/chat/completions", chatBody(alias, prompt, false, maxTokens));
    }

    public Answer post(String path, String body) {
        return answer(request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build());
    }

    public Answer get(String path) {
        return answer(request(path).GET().build());
    }

    /** Opens a stream; what arrives is read by a thread of its own. */
    public OpenStream stream(String alias, String prompt, int maxTokens) {
        HttpRequest request =
                request("/v1/chat/completions")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        chatBody(alias, prompt, true, maxTokens)))
                        .build();
        try {
            return OpenStream.reading(
                    Http.CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(gateway + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json");
    }

    private static Answer answer(HttpRequest request) {
        HttpResponse<String> response = Http.send(request);
        return new Answer(response.statusCode(), response.headers(), response.body());
    }
}
