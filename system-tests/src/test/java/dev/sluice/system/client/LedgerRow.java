package dev.sluice.system.client;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/** One row of the usage query; the whole of it is in {@code json}. */
public record LedgerRow(JsonNode json) {
    public String traceId() {
        return json.path("traceId").asString("");
    }

    public String status() {
        return json.path("status").asString("");
    }

    public int httpStatus() {
        return json.path("httpStatus").asInt();
    }

    public String errorCode() {
        return json.path("errorCode").asString("");
    }

    public long input() {
        return json.path("tokens").path("input").asLong();
    }

    public long output() {
        return json.path("tokens").path("output").asLong();
    }

    public BigDecimal cost() {
        return new BigDecimal(json.path("cost").asString("0"));
    }
}
