package dev.sluice.bench;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The running stack that is measured: its first node, and the first key to call it with. */
record Stack(String gateway, String management, String simulator, String key, long nodePid) {
    static Stack read(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                    file + " is not there: start the system with ./sluice up first");
        }
        var stack = SluiceJson.mapper().readTree(Files.readAllBytes(file));
        var key =
                stack.path("keys").properties().stream()
                        .findFirst()
                        .map(entry -> entry.getValue().asString())
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "stack.json names no key to call with"));
        return new Stack(
                stack.path("gateway").path(0).asString(),
                stack.path("management").path(0).asString(),
                stack.path("simulator").asString(),
                key,
                stack.path("pids").path("node-1").asLong());
    }

    /** The aliases to call: those that {@code /v1/models} lists for the key. Never empty. */
    List<String> aliases() {
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
