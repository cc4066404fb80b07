package dev.sluice.bench;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** The aliases to call: those that {@code /v1/models} lists for the key. */
final class Aliases {
    private Aliases() {}

    /** Never empty. */
    static List<String> of(String gateway, String key) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(gateway + "/v1/models"))
                        .header("Authorization", "Bearer " + key)
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            List<String> ids =
                    SluiceJson.mapper().readTree(response.body()).path("data").values().stream()
                            .map(model -> model.path("id").asString())
                            .toList();
            if (response.statusCode() != 200 || ids.isEmpty()) {
                throw new IllegalArgumentException(
                        "the gateway lists no model for the first key: "
                                + response.statusCode()
                                + " "
                                + response.body());
            }
            return ids;
        } catch (IOException unreachable) {
            throw new IllegalArgumentException(
                    "no gateway answers at " + gateway + ": " + unreachable.getMessage(),
                    unreachable);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
