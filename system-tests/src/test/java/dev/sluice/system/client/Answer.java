package dev.sluice.system.client;

import dev.sluice.model.json.SluiceJson;
import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/** A whole answer of the gateway. */
public record Answer(int status, HttpHeaders headers, String body) {
    public JsonNode json() {
        return SluiceJson.mapper().readTree(body);
    }

    public String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    public String traceId() {
        return header("X-Trace-Id");
    }

    public String errorCode() {
        return json().path("error").path("code").asString("");
    }
}
