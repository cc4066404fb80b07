package dev.sluice.simulator.exchange;

import dev.sluice.model.json.SluiceJson;
import io.vertx.core.buffer.Buffer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON bodies in and out. */
public final class Bodies {
    public static final JsonMapper MAPPER = SluiceJson.mapper();

    private Bodies() {}

    public static Buffer json(Object value) {
        return Buffer.buffer(MAPPER.writeValueAsBytes(value));
    }

    /** The body as a tree; an {@link IllegalArgumentException} says why it cannot be read. */
    public static JsonNode parse(Buffer body) {
        try {
            return MAPPER.readTree(body.getBytes());
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException(
                    "the body is not JSON: " + malformed.getOriginalMessage(), malformed);
        }
    }
}
