package dev.sluice.system.client;

import dev.sluice.model.json.SluiceJson;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/** The simulator's own account. */
public record SimulatorClient(String url) {
    public JsonNode books(String query) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url + "/sim/books?" + query)).build();
        return SluiceJson.mapper().readTree(Http.send(request).body());
    }

    /** Makes the model's calls go as the script says, until {@link #mend}. */
    public void script(String model, String script) {
        send(
                HttpRequest.newBuilder(URI.create(url + "/sim/script?model=" + model))
                        .PUT(HttpRequest.BodyPublishers.ofString(script)));
    }

    public void mend(String model) {
        send(HttpRequest.newBuilder(URI.create(url + "/sim/script?model=" + model)).DELETE());
    }

    private static void send(HttpRequest.Builder request) {
        HttpResponse<String> response = Http.send(request.build());
        if (response.statusCode() != 204) {
            throw new IllegalStateException("the simulator says " + response.body());
        }
    }

    /** The sums of one model's calls. */
    public JsonNode model(String model) {
        return books("calls=0").path("models").path(model);
    }

    /** The newest call of a model. */
    public JsonNode lastCall(String model) {
        return books("calls=1&model=" + model).path("calls").path(0);
    }
}
