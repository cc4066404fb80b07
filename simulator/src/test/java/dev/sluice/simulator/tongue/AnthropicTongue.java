package dev.sluice.simulator.tongue;

import static dev.sluice.simulator.tongue.Tongue.at;
import static dev.sluice.simulator.tongue.Tongue.is;

import java.net.http.HttpHeaders;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Anthropic messages. */
final class AnthropicTongue implements Tongue {
    @Override
    public String path(String model, boolean stream) {
        return "/v1/messages";
    }

    @Override
    public Map<String, String> headers(boolean stream) {
        return Map.of("anthropic-version", "2023-06-01");
    }

    @Override
    public String request(String model, boolean stream, int cap) {
        return """
        {"model":"%s","max_tokens":%d,"stream":%s,"system":"Be brief.","messages":[
         {"role":"user","content":"How high is it?"},
         {"role":"assistant","content":[{"type":"text","text":"Two metres."}]},
         {"role":"user","content":"And now?"}],
         "tools":[{"name":"gauge","input_schema":{"type":"object"}}]}\
        """
                .formatted(model, cap, stream);
    }

    @Override
    public Said whole(JsonNode body) {
        is(at(body, "type").asString(), "message");
        is(at(body, "role").asString(), "assistant");
        Said said = new Said();
        for (JsonNode block : at(body, "content")) {
            switch (at(block, "type").asString()) {
                case "thinking" -> {
                    said.thoughts.append(at(block, "thinking").asString());
                    is(at(block, "signature").isString(), true);
                }
                case "text" -> said.text.append(at(block, "text").asString());
                case "tool_use" -> {
                    is(at(block, "input").isObject(), true);
                    is(at(block, "id").asString().matches("[a-zA-Z0-9_-]+"), true);
                    said.calls.add(new Said.Call(at(block, "name").asString(), at(block, "input")));
                }
                default -> throw new AssertionError("no block of this type: " + block);
            }
        }
        said.end(at(body, "stop_reason").asString(), "end_turn", "max_tokens", "tool_use");
        usage(said, body.path("usage"));
        return said;
    }

    private static void usage(Said said, JsonNode usage) {
        if (usage.isObject()) {
            int read = at(usage, "cache_read_input_tokens").asInt();
            int written = at(usage, "cache_creation_input_tokens").asInt();
            said.usage(
                    at(usage, "input_tokens").asInt() + read + written,
                    at(usage, "output_tokens").asInt(),
                    read);
        }
    }

    @Override
    public Said stream(String contentType, byte[] bytes) {
        Tongue.isOf(contentType, "text/event-stream");
        Iterator<Events.Event> events = Events.read(bytes, "\n").iterator();
        Said said = new Said();
        Block open = null;
        int blocks = 0;
        boolean begun = false;
        boolean ended = false;
        while (events.hasNext()) {
            Events.Event event = events.next();
            JsonNode json = event.json();
            String type = at(json, "type").asString();
            is(String.valueOf(event.name()), type);
            is(begun, !type.equals("message_start"));
            switch (type) {
                case "message_start" -> {
                    begun = true;
                    is(at(json, "message", "content").isEmpty(), true);
                    is(at(json, "message", "stop_reason").isNull(), true);
                }
                case "ping" -> is(json.size(), 1);
                case "content_block_start" -> {
                    is(open == null && !ended, true);
                    is(at(json, "index").asInt(), blocks++);
                    open = new Block(at(json, "content_block"));
                }
                case "content_block_delta" -> {
                    is(at(json, "index").asInt(), blocks - 1);
                    opened(open).add(at(json, "delta"));
                }
                case "content_block_stop" -> {
                    is(at(json, "index").asInt(), blocks - 1);
                    opened(open).closeInto(said);
                    open = null;
                }
                case "message_delta" -> {
                    is(open == null && !ended, true);
                    ended = true;
                    String why = at(json, "delta", "stop_reason").asString();
                    said.end(why, "end_turn", "max_tokens", "tool_use");
                    usage(said, json.path("usage"));
                }
                case "message_stop" -> is(ended && !events.hasNext(), true);
                case "error" -> {
                    said.error = at(json, "error", "type").asString();
                    if (open != null && open.type.equals("text")) {
                        open.closeInto(said);
                    }
                    is(events.hasNext(), false);
                }
                default -> throw new AssertionError("no event of this type: " + json);
            }
        }
        return said;
    }

    private static Block opened(@Nullable Block open) {
        if (open == null) {
            throw new AssertionError("no block is open");
        }
        return open;
    }

    /** A block while it is open. */
    private static final class Block {
        final String type;
        private final JsonNode start;
        private final StringBuilder content = new StringBuilder();
        private boolean signed;

        Block(JsonNode start) {
            this.start = start;
            type = at(start, "type").asString();
        }

        void add(JsonNode delta) {
            String of = at(delta, "type").asString();
            is(signed, false);
            switch (type + "/" + of) {
                case "text/text_delta" -> content.append(at(delta, "text").asString());
                case "thinking/thinking_delta" -> content.append(at(delta, "thinking").asString());
                case "thinking/signature_delta" ->
                        signed = !at(delta, "signature").asString().isEmpty();
                case "tool_use/input_json_delta" ->
                        content.append(at(delta, "partial_json").asString());
                default -> throw new AssertionError(of + " in a block of type " + type);
            }
        }

        void closeInto(Said said) {
            switch (type) {
                case "text" -> said.text.append(content);
                case "thinking" -> said.thoughts.append(content);
                default -> {
                    is(at(start, "input").isEmpty(), true);
                    said.calls.add(
                            new Said.Call(
                                    at(start, "name").asString(), Tongue.json(content.toString())));
                }
            }
        }
    }

    @Override
    public String error(int status, HttpHeaders headers, JsonNode body) {
        is(at(body, "type").asString(), "error");
        return at(body, "error", "type").asString();
    }

    @Override
    public String tooMany() {
        return "rate_limit_error";
    }
}
