package dev.sluice.simulator.tongue;

import static dev.sluice.simulator.tongue.Tongue.at;
import static dev.sluice.simulator.tongue.Tongue.is;

import java.net.http.HttpHeaders;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Cohere's chat. */
final class CohereTongue implements Tongue {
    @Override
    public String path(String model, boolean stream) {
        return "/v2/chat";
    }

    @Override
    public String request(String model, boolean stream, int cap) {
        return """
        {"model":"%s","max_tokens":%d,"stream":%s,"messages":[
         {"role":"system","content":"Be brief."},
         {"role":"user","content":"How high is it?"},
         {"role":"assistant","content":[{"type":"text","text":"Two metres."}]},
         {"role":"user","content":"And now?"}],
         "tools":[{"type":"function","function":{"name":"gauge","parameters":{}}}]}\
        """
                .formatted(model, cap, stream);
    }

    @Override
    public Said whole(JsonNode body) {
        JsonNode message = at(body, "message");
        is(at(message, "role").asString(), "assistant");
        Said said = new Said();
        for (JsonNode part : message.path("content")) {
            String type = at(part, "type").asString();
            (type.equals("thinking") ? said.thoughts : said.text).append(at(part, type).asString());
        }
        for (JsonNode call : message.path("tool_calls")) {
            is(at(call, "type").asString(), "function");
            String arguments = at(call, "function", "arguments").asString();
            said.calls.add(
                    new Said.Call(at(call, "function", "name").asString(), Tongue.json(arguments)));
        }
        end(said, body);
        return said;
    }

    private static void end(Said said, JsonNode of) {
        String word = at(of, "finish_reason").asString();
        said.end(word, "COMPLETE", "MAX_TOKENS", "TOOL_CALL");
        JsonNode usage = of.path("usage");
        if (usage.isObject()) {
            is(at(usage, "billed_units").isObject(), true);
            said.usage(
                    at(usage, "tokens", "input_tokens").asInt(),
                    at(usage, "tokens", "output_tokens").asInt(),
                    at(usage, "cached_tokens").asInt());
        }
    }

    @Override
    public Said stream(String contentType, byte[] bytes) {
        Tongue.isOf(contentType, "text/event-stream");
        Iterator<Events.Event> events = Events.read(bytes, "\n").iterator();
        Stream stream = new Stream();
        while (events.hasNext()) {
            Events.Event event = events.next();
            if (event.data().equals("[DONE]")) {
                is(event.name() == null && !events.hasNext(), true);
                is(stream.said.end != null, true);
            } else {
                is(String.valueOf(event.name()), at(event.json(), "type").asString());
                stream.take(event.json());
            }
        }
        return stream.said;
    }

    private static final class Stream {
        final Said said = new Said();
        private @Nullable String open;
        private @Nullable String call;
        private final StringBuilder arguments = new StringBuilder();

        void take(JsonNode json) {
            JsonNode message = json.path("delta").path("message");
            is(said.end == null && said.error == null, true);
            switch (at(json, "type").asString()) {
                case "message-start" -> is(at(message, "role").asString(), "assistant");
                case "content-start" -> {
                    is(open == null, true);
                    open = at(message, "content", "type").asString();
                    is(at(message, "content", open).asString(), "");
                }
                case "content-delta" ->
                        ("thinking".equals(open) ? said.thoughts : said.text)
                                .append(at(message, "content", String.valueOf(open)).asString());
                case "content-end" -> {
                    is(open != null, true);
                    open = null;
                }
                case "tool-call-start" -> {
                    is(open == null && call == null, true);
                    is(at(json, "index").asInt(), said.calls.size());
                    call = at(message, "tool_calls", "function", "name").asString();
                    is(at(message, "tool_calls", "id").asString().isEmpty(), false);
                }
                case "tool-call-delta" ->
                        arguments.append(
                                at(message, "tool_calls", "function", "arguments").asString());
                case "tool-call-end" -> {
                    said.calls.add(
                            new Said.Call(String.valueOf(call), Tongue.json(arguments.toString())));
                    call = null;
                    arguments.setLength(0);
                }
                case "message-end" -> {
                    if (json.path("delta").has("error")) {
                        is(at(json, "delta", "finish_reason").asString(), "ERROR");
                        said.error = at(json, "delta", "error").asString();
                    } else {
                        is(open == null && call == null, true);
                        end(said, at(json, "delta"));
                    }
                }
                default -> throw new AssertionError("no event of this type: " + json);
            }
        }
    }

    @Override
    public String error(int status, HttpHeaders headers, JsonNode body) {
        is(body.size(), 1);
        return at(body, "message").asString();
    }

    @Override
    public String tooMany() {
        return "the simulator was told to answer 429";
    }
}
