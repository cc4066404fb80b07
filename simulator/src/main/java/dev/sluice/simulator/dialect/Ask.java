package dev.sluice.simulator.dialect;

import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request as it came, its body read as JSON.
 *
 * @param path as asked for, without the query
 * @param pathModel the model's name where the path tells it
 */
public record Ask(HttpServerRequest http, String path, @Nullable String pathModel, JsonNode body) {

    /** The model asked for; throws where neither path nor body names one. */
    public String model() {
        String named = pathModel == null ? body.path("model").asString("") : pathModel;
        if (named.isEmpty()) {
            throw new IllegalArgumentException("you must provide a model parameter");
        }
        return named;
    }

    public String header(String name) {
        String value = http.getHeader(name);
        return value == null ? "" : value;
    }

    public String query(String name) {
        String value = http.getParam(name);
        return value == null ? "" : value;
    }

    /** Where messages or the like are; throws where there are none. */
    public JsonNode filled(String field) {
        JsonNode list = body.path(field);
        if (!list.isArray() || list.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + field + "' must be an array with at least one entry");
        }
        return list;
    }

    public static @Nullable String textOrNull(JsonNode at) {
        return at.isString() ? at.stringValue() : null;
    }

    /** An output cap; null where none is given. */
    public static @Nullable Integer cap(JsonNode... given) {
        for (JsonNode cap : given) {
            if (cap.isIntegralNumber() && cap.longValue() >= 0) {
                return (int) Math.min(cap.longValue(), Integer.MAX_VALUE);
            }
        }
        return null;
    }

    /** The texts that stand at a place in each entry of a list. */
    public static List<String> texts(JsonNode list, UnaryOperator<JsonNode> at) {
        List<String> texts = new ArrayList<>();
        for (JsonNode entry : list) {
            String text = at.apply(entry).asString("");
            if (!text.isEmpty()) {
                texts.add(text);
            }
        }
        return List.copyOf(texts);
    }
}
