package dev.sluice.simulator.tongue;

import dev.sluice.model.json.SluiceJson;
import java.net.http.HttpHeaders;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A client of one dialect, as strict as it can be. */
public interface Tongue {
    String path(String model, boolean stream);

    /**
     * A system message, a question, an answer, a question, and the tool {@code gauge} where the
     * dialect knows tools.
     */
    String request(String model, boolean stream, int cap);

    default Map<String, String> headers(boolean stream) {
        return Map.of();
    }

    Said whole(JsonNode body);

    Said stream(String contentType, byte[] bytes);

    /** The dialect's word for an error, read from its error body. */
    String error(int status, HttpHeaders headers, JsonNode body);

    /** What {@link #error} is to give for too many calls. */
    String tooMany();

    default boolean thinks() {
        return true;
    }

    /** Whether there is a conversation with a system message, or only its last question. */
    default boolean converses() {
        return true;
    }

    /** The most calls of tools in one answer. */
    default int calls() {
        return Integer.MAX_VALUE;
    }

    /** Whether an answer that is not streamed tells its usage. */
    default boolean tellsUsage() {
        return true;
    }

    /** The type that a body must have, whatever its parameters. */
    static void isOf(String contentType, String mediaType) {
        is(contentType.replaceFirst(" *;.*", ""), mediaType);
    }

    static JsonNode json(String text) {
        return SluiceJson.mapper().readTree(text);
    }

    /** What must be there. */
    static JsonNode at(JsonNode node, String... names) {
        JsonNode at = node;
        for (String name : names) {
            if (!at.has(name)) {
                throw new AssertionError("no '" + name + "' in " + at);
            }
            at = at.get(name);
        }
        return at;
    }

    static void is(Object value, Object expected) {
        if (!value.equals(expected)) {
            String where =
                    StackWalker.getInstance()
                            .walk(frames -> frames.skip(1).findFirst())
                            .map(StackWalker.StackFrame::toString)
                            .orElse("");
            throw new AssertionError(value + " is not " + expected + " at " + where);
        }
    }
}
