package dev.sluice.simulator.tongue;

import static dev.sluice.simulator.tongue.Tongue.at;
import static dev.sluice.simulator.tongue.Tongue.is;

import java.net.http.HttpHeaders;
import java.util.Iterator;
import tools.jackson.databind.JsonNode;

/** Legacy completions. */
final class CompletionsTongue implements Tongue {
    @Override
    public String path(String model, boolean stream) {
        return "/v1/completions";
    }

    @Override
    public String request(String model, boolean stream, int cap) {
        return """
        {"model":"%s","max_tokens":%d,"prompt":"And now?"%s}\
        """
                .formatted(
                        model,
                        cap,
                        stream
                                ? ",\"stream\":true,\"stream_options\":{\"include_usage\":true}"
                                : "");
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
    public Said whole(JsonNode body) {
        Said said = new Said();
        take(said, body);
        usage(said, body.path("usage"));
        is(said.end != null, true);
        return said;
    }

    private static void take(Said said, JsonNode body) {
        is(at(body, "object").asString(), "text_completion");
        JsonNode choice = at(body, "choices").get(0);
        is(said.end == null, true);
        is(at(choice, "logprobs").isNull(), true);
        said.text.append(at(choice, "text").asString());
        if (!at(choice, "finish_reason").isNull()) {
            said.end(choice.path("finish_reason").asString(), "stop", "length", "");
        }
    }

    private static void usage(Said said, JsonNode usage) {
        if (usage.isObject()) {
            said.usage(
                    at(usage, "prompt_tokens").asInt(),
                    at(usage, "completion_tokens").asInt(),
                    at(usage, "prompt_tokens_details", "cached_tokens").asInt());
        }
    }

    @Override
    public Said stream(String contentType, byte[] bytes) {
        Tongue.isOf(contentType, "text/event-stream");
        Said said = new Said();
        Iterator<Events.Event> events = Events.read(bytes, "\n").iterator();
        while (events.hasNext()) {
            Events.Event event = events.next();
            if (event.data().equals("[DONE]")) {
                is(events.hasNext(), false);
            } else if (event.json().has("error")) {
                said.error = at(event.json(), "error", "type").asString();
                is(events.hasNext(), false);
            } else if (at(event.json(), "choices").isEmpty()) {
                usage(said, at(event.json(), "usage"));
            } else {
                take(said, event.json());
            }
        }
        return said;
    }

    @Override
    public String error(int status, HttpHeaders headers, JsonNode body) {
        return at(body, "error", "code").asString();
    }

    @Override
    public String tooMany() {
        return "rate_limit_exceeded";
    }
}
