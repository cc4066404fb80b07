package dev.sluice.simulator.tongue;

import static dev.sluice.simulator.tongue.Tongue.at;
import static dev.sluice.simulator.tongue.Tongue.is;

import java.net.http.HttpHeaders;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** OpenAI responses. */
final class ResponsesTongue implements Tongue {
    @Override
    public String path(String model, boolean stream) {
        return "/v1/responses";
    }

    @Override
    public String request(String model, boolean stream, int cap) {
        return """
        {"model":"%s","max_output_tokens":%d,"stream":%s,"instructions":"Be brief.","input":[
         {"role":"user","content":"How high is it?"},
         {"type":"message","role":"assistant",
          "content":[{"type":"output_text","text":"Two metres."}]},
         {"role":"user","content":[{"type":"input_text","text":"And now?"}]}],
         "tools":[{"type":"function","name":"gauge","parameters":{}}]}\
        """
                .formatted(model, cap, stream);
    }

    @Override
    public Said whole(JsonNode body) {
        is(at(body, "object").asString(), "response");
        Said said = new Said();
        for (JsonNode item : at(body, "output")) {
            switch (at(item, "type").asString()) {
                case "reasoning" ->
                        at(item, "summary")
                                .forEach(part -> said.thoughts.append(at(part, "text").asString()));
                case "message" ->
                        at(item, "content")
                                .forEach(part -> {
                                    is(at(part, "type").asString(), "output_text");
                                    is(at(part, "annotations").isArray(), true);
                                    said.text.append(at(part, "text").asString());
                                });
                case "function_call" ->
                        said.calls.add(
                                new Said.Call(
                                        at(item, "name").asString(),
                                        Tongue.json(at(item, "arguments").asString())));
                default -> throw new AssertionError("no item of this type: " + item);
            }
        }
        String status = at(body, "status").asString();
        is(status.equals("incomplete"), at(body, "incomplete_details").isObject());
        said.end(
                said.calls.isEmpty() ? status : status + " with calls",
                "completed",
                "incomplete",
                "completed with calls");
        JsonNode usage = body.path("usage");
        if (usage.isObject()) {
            int input = at(usage, "input_tokens").asInt();
            int output = at(usage, "output_tokens").asInt();
            is(at(usage, "total_tokens").asInt(), input + output);
            is(at(usage, "output_tokens_details", "reasoning_tokens").isInt(), true);
            said.usage(input, output, at(usage, "input_tokens_details", "cached_tokens").asInt());
        }
        return said;
    }

    @Override
    public Said stream(String contentType, byte[] bytes) {
        Tongue.isOf(contentType, "text/event-stream");
        Iterator<Events.Event> events = Events.read(bytes, "\n").iterator();
        Stream stream = new Stream();
        while (events.hasNext()) {
            Events.Event event = events.next();
            JsonNode json = event.json();
            is(String.valueOf(event.name()), at(json, "type").asString());
            is(at(json, "sequence_number").asInt(), stream.sequence++);
            is(stream.over, false);
            stream.take(json);
        }
        if (!stream.over) {
            stream.said.text.append(stream.text); // an error may be the last event
        }
        return stream.said;
    }

    /** What of the events must agree; calls may be open side by side, anything else not. */
    private final class Stream {
        Said said = new Said();
        int sequence;
        boolean over;
        private int added;
        private final StringBuilder text = new StringBuilder();
        private final Map<String, StringBuilder> open = new HashMap<>();
        private final Set<String> parts = new HashSet<>();
        private final TreeMap<Integer, JsonNode> items = new TreeMap<>();

        void take(JsonNode json) {
            String type = at(json, "type").asString().replaceFirst("^response\\.", "");
            switch (type) {
                case "created", "in_progress" ->
                        is(at(json, "response", "status").asString(), "in_progress");
                case "output_item.added" -> {
                    is(parts.isEmpty(), true);
                    is(at(json, "output_index").asInt(), added++);
                    open.put(at(json, "item", "id").asString(), new StringBuilder());
                }
                case "content_part.added", "reasoning_summary_part.added" -> {
                    is(open.containsKey(at(json, "item_id").asString()), true);
                    is(parts.isEmpty() && parts.add(json.path("item_id").asString()), true);
                }
                case "output_text.delta",
                        "reasoning_summary_text.delta",
                        "function_call_arguments.delta" -> {
                    part(json).append(at(json, "delta").asString());
                    text.append(type.startsWith("output") ? json.path("delta").asString() : "");
                }
                case "output_text.done", "reasoning_summary_text.done" ->
                        is(at(json, "text").asString(), part(json).toString());
                case "function_call_arguments.done" ->
                        is(at(json, "arguments").asString(), part(json).toString());
                case "content_part.done", "reasoning_summary_part.done" -> {
                    is(at(json, "part", "text").asString(), part(json).toString());
                    is(parts.remove(at(json, "item_id").asString()), true);
                }
                case "output_item.done" -> {
                    is(parts.isEmpty(), true);
                    is(open.remove(at(json, "item", "id").asString()) != null, true);
                    items.put(at(json, "output_index").asInt(), at(json, "item"));
                }
                case "completed", "incomplete" -> {
                    over = true;
                    is(open.isEmpty(), true);
                    is(
                            List.copyOf(at(json, "response", "output").values()),
                            List.copyOf(items.values()));
                    said = whole(at(json, "response"));
                }
                case "error" -> said.error = at(json, "error", "message").asString();
                case "failed" -> {
                    over = true;
                    is(at(json, "response", "status").asString(), "failed");
                    String told = at(json, "response", "error", "message").asString();
                    is(said.error == null || said.error.equals(told), true);
                    said.error = told;
                    said.text.append(text);
                }
                default -> throw new AssertionError("no event of this type: " + json);
            }
        }

        private StringBuilder part(JsonNode json) {
            StringBuilder said = open.get(at(json, "item_id").asString());
            is(said != null && at(json, "output_index").asInt() < added, true);
            return said;
        }
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
