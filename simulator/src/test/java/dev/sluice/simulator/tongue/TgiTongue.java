package dev.sluice.simulator.tongue;

import static dev.sluice.simulator.tongue.Tongue.at;
import static dev.sluice.simulator.tongue.Tongue.is;

import java.net.http.HttpHeaders;
import java.util.Iterator;
import tools.jackson.databind.JsonNode;

/** Text Generation Inference. */
final class TgiTongue implements Tongue {
    private final String whole;
    private final String streamed;

    TgiTongue(String whole, String streamed) {
        this.whole = whole;
        this.streamed = streamed;
    }

    @Override
    public String path(String model, boolean stream) {
        return stream ? streamed : whole;
    }

    @Override
    public String request(String model, boolean stream, int cap) {
        return """
        {"model":"%s","inputs":"And now?","stream":%s,
         "parameters":{"max_new_tokens":%d,"details":true}}\
        """
                .formatted(model, stream, cap);
    }

    @Override
    public boolean thinks() {
        return false;
    }

    @Override
    public boolean converses() {
        return false;
    }

    @Override
    public int calls() {
        return 0;
    }

    @Override
    public boolean tellsUsage() {
        return false;
    }

    @Override
    public Said whole(JsonNode body) {
        is(body.isArray(), whole.equals("/"));
        JsonNode one = body.isArray() ? body.get(0) : body;
        Said said = new Said();
        StringBuilder tokens = new StringBuilder();
        at(one, "details", "tokens").forEach(token -> tokens.append(at(token, "text").asString()));
        said.text.append(at(one, "generated_text").asString());
        // Who only hands text on may know no tokens.
        is(tokens.isEmpty() || tokens.toString().equals(said.text.toString()), true);
        end(said, at(one, "details"));
        return said;
    }

    private static void end(Said said, JsonNode details) {
        said.end(at(details, "finish_reason").asString(), "eos_token", "length", "");
        is(at(details, "seed").isNull(), true);
    }

    @Override
    public Said stream(String contentType, byte[] bytes) {
        Tongue.isOf(contentType, "text/event-stream");
        Said said = new Said();
        int index = 0;
        Iterator<Events.Event> events = Events.read(bytes, "\n", "event:", "data:").iterator();
        while (events.hasNext()) {
            JsonNode json = events.next().json();
            if (json.has("error")) {
                said.error = at(json, "error_type").asString();
                is(events.hasNext(), false);
                continue;
            }
            is(at(json, "index").asInt(), ++index);
            if (!at(json, "token", "special").asBoolean()) {
                said.text.append(at(json, "token", "text").asString());
            }
            is(at(json, "generated_text").isNull(), events.hasNext() || !json.has("details"));
            if (!json.path("generated_text").isNull()) {
                is(json.path("generated_text").asString(), said.text.toString());
                end(said, at(json, "details"));
                if (json.path("details").has("generated_tokens")) {
                    said.usage(
                            at(json, "details", "input_length").asInt(),
                            at(json, "details", "generated_tokens").asInt(),
                            0);
                }
            }
        }
        return said;
    }

    @Override
    public String error(int status, HttpHeaders headers, JsonNode body) {
        is(at(body, "error").isString(), true);
        return at(body, "error_type").asString();
    }

    @Override
    public String tooMany() {
        return "overloaded";
    }
}
