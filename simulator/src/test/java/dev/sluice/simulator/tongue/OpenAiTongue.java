package dev.sluice.simulator.tongue;

import static dev.sluice.simulator.tongue.Tongue.at;
import static dev.sluice.simulator.tongue.Tongue.is;

import java.net.http.HttpHeaders;
import java.util.Iterator;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Chat completions. */
final class OpenAiTongue implements Tongue {
    @Override
    public String path(String model, boolean stream) {
        return "/v1/chat/completions";
    }

    @Override
    public String request(String model, boolean stream, int cap) {
        return """
        {"model":"%s","max_completion_tokens":%d,"messages":[
         {"role":"system","content":"Be brief."},
         {"role":"user","content":"How high is it?"},
         {"role":"assistant","content":"Two metres."},
         {"role":"user","content":[{"type":"text","text":"And now?"}]}],
         "tools":[{"type":"function","function":{"name":"gauge","parameters":{}}}]%s}\
        """
                .formatted(
                        model,
                        cap,
                        stream
                                ? ",\"stream\":true,\"stream_options\":{\"include_usage\":true}"
                                : "");
    }

    @Override
    public Said whole(JsonNode body) {
        is(at(body, "object").asString(), "chat.completion");
        JsonNode choice = at(body, "choices").get(0);
        JsonNode message = at(choice, "message");
        Said said = new Said();
        said.thoughts.append(message.path("reasoning_content").asString(""));
        said.text.append(message.path("content").asString(""));
        for (JsonNode call : message.path("tool_calls")) {
            call(said, at(call, "function"));
        }
        end(said, at(choice, "finish_reason"));
        usage(said, body.path("usage"));
        return said;
    }

    private static void call(Said said, JsonNode function) {
        said.calls.add(
                new Said.Call(
                        at(function, "name").asString(),
                        Tongue.json(at(function, "arguments").asString())));
    }

    private static void end(Said said, JsonNode word) {
        said.end(word.asString(), "stop", "length", "tool_calls");
    }

    private static void usage(Said said, JsonNode usage) {
        if (usage.isObject()) {
            int prompt = at(usage, "prompt_tokens").asInt();
            int completion = at(usage, "completion_tokens").asInt();
            is(at(usage, "total_tokens").asInt(), prompt + completion);
            said.usage(
                    prompt,
                    completion,
                    at(usage, "prompt_tokens_details", "cached_tokens").asInt());
        }
    }

    @Override
    public Said stream(String contentType, byte[] bytes) {
        Tongue.isOf(contentType, "text/event-stream");
        Said said = new Said();
        TreeMap<Integer, StringBuilder> arguments = new TreeMap<>();
        TreeMap<Integer, String> names = new TreeMap<>();
        Iterator<Events.Event> events = Events.read(bytes, "\n").iterator();
        boolean usage = false;
        while (events.hasNext()) {
            Events.Event event = events.next();
            if (event.data().equals("[DONE]")) {
                is(events.hasNext(), false);
                break;
            }
            JsonNode chunk = event.json();
            if (chunk.has("error")) {
                said.error = at(chunk, "error", "type").asString();
                is(events.hasNext(), false);
                break;
            }
            is(usage, false);
            is(at(chunk, "object").asString(), "chat.completion.chunk");
            if (at(chunk, "choices").isEmpty()) {
                usage = true;
                usage(said, at(chunk, "usage"));
                continue;
            }
            JsonNode choice = at(chunk, "choices").get(0);
            delta(said, at(choice, "delta"), names, arguments);
            if (!at(choice, "finish_reason").isNull()) {
                arguments.forEach((index, text) ->
                        said.calls.add(
                                new Said.Call(names.get(index), Tongue.json(text.toString()))));
                end(said, at(choice, "finish_reason"));
            }
        }
        return said;
    }

    private static void delta(
            Said said,
            JsonNode delta,
            TreeMap<Integer, String> names,
            TreeMap<Integer, StringBuilder> arguments) {
        said.thoughts.append(delta.path("reasoning_content").asString(""));
        said.text.append(delta.path("content").asString(""));
        for (JsonNode call : delta.path("tool_calls")) {
            int index = at(call, "index").asInt();
            if (call.has("id")) {
                is(index, arguments.size());
                arguments.put(index, new StringBuilder());
                names.put(index, at(call, "function", "name").asString());
            }
            arguments.get(index).append(at(call, "function", "arguments").asString());
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
