package dev.sluice.bench;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/** Finds the alias to call: the first one that {@code /v1/models} lists for the key. */
final class FirstAlias {
    private FirstAlias() {}

    static String of(String gateway, String key) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(gateway + "/v1/models"))
                        .header("Authorization", "Bearer " + key)
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            JsonNode first =
                    SluiceJson.mapper().readTree(response.body()).path("data").path(0).path("id");
            if (response.statusCode() != 200 || first.isMissingNode()) {
                throw new IllegalArgumentException(
                        "the gateway lists no model for the first key: "
                                + response.statusCode()
                                + " "
                                + response.body());
            }
            return first.asString();
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
