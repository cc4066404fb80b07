package dev.sluice.simulator.tongue;

import static dev.sluice.simulator.tongue.Tongue.at;
import static dev.sluice.simulator.tongue.Tongue.is;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** DashScope's own generation: every event says all so far, or what is new. */
final class DashScopeTongue implements Tongue {
    private final boolean incremental;
    private final boolean multimodal;

    DashScopeTongue(boolean incremental, boolean multimodal) {
        this.incremental = incremental;
        this.multimodal = multimodal;
    }

    @Override
    public String path(String model, boolean stream) {
        String kind = multimodal ? "multimodal" : "text";
        return "/api/v1/services/aigc/" + kind + "-generation/generation";
    }

    @Override
    public Map<String, String> headers(boolean stream) {
        return stream ? Map.of("X-DashScope-SSE", "enable") : Map.of();
    }

    @Override
    public String request(String model, boolean stream, int cap) {
        return """
        {"model":"%s","input":{"messages":[
         {"role":"system","content":"Be brief."},
         {"role":"user","content":"How high is it?"},
         {"role":"assistant","content":"Two metres."},
         {"role":"user","content":[{"text":"And now?"}]}]},
         "parameters":{"max_tokens":%d,"incremental_output":%s,"result_format":"message",
          "tools":[{"type":"function","function":{"name":"gauge","parameters":{}}}]}}\
        """
                .formatted(model, cap, incremental);
    }

    @Override
    public Said whole(JsonNode body) {
        Reading reading = new Reading();
        reading.take(body);
        return reading.finished();
    }

    @Override
    public Said stream(String contentType, byte[] bytes) {
        Tongue.isOf(contentType, "text/event-stream");
        Reading reading = new Reading();
        int id = 0;
        Iterator<List<String>> events = Events.blocks(bytes, "\n").iterator();
        while (events.hasNext()) {
            List<String> lines = events.next();
            is(lines.size(), 4);
            is(lines.get(0), "id:" + ++id);
            is(lines.get(3).startsWith("data:{"), true);
            JsonNode json = Tongue.json(lines.get(3).substring("data:".length()));
            if (lines.get(1).equals("event:error")) {
                is(lines.get(2), ":HTTP_STATUS/500");
                reading.said.error = at(json, "code").asString();
                is(events.hasNext(), false);
            } else {
                is(lines.get(1), "event:result");
                is(lines.get(2), ":HTTP_STATUS/200");
                reading.take(json);
            }
        }
        return reading.finished();
    }

    private final class Reading {
        final Said said = new Said();
        private final List<String> names = new ArrayList<>();
        private final List<StringBuilder> arguments = new ArrayList<>();
        private String finish = "null";

        void take(JsonNode body) {
            is(finish, "null");
            JsonNode choice = at(body, "output", "choices").get(0);
            JsonNode message = at(choice, "message");
            is(at(message, "role").asString(), "assistant");
            if (!incremental) {
                said.text.setLength(0);
                said.thoughts.setLength(0);
                names.clear();
                arguments.clear();
            }
            JsonNode content = at(message, "content");
            is(content.isArray(), multimodal);
            content.forEach(part -> said.text.append(at(part, "text").asString()));
            said.text.append(content.asString(""));
            said.thoughts.append(message.path("reasoning_content").asString(""));
            for (JsonNode call : message.path("tool_calls")) {
                int index = at(call, "index").asInt();
                if (!at(call, "id").asString().isEmpty()) {
                    is(index, names.size());
                    names.add(at(call, "function", "name").asString());
                    arguments.add(new StringBuilder());
                }
                arguments.get(index).append(at(call, "function", "arguments").asString());
            }
            finish = at(choice, "finish_reason").asString();
            usage(body.path("usage"));
        }

        private void usage(JsonNode usage) {
            if (usage.isObject()) {
                int input = at(usage, "input_tokens").asInt();
                int output = at(usage, "output_tokens").asInt();
                is(at(usage, "total_tokens").asInt(), input + output);
                said.usage(
                        input, output, at(usage, "prompt_tokens_details", "cached_tokens").asInt());
            }
        }

        Said finished() {
            if (!finish.equals("null")) {
                for (int i = 0; i < names.size(); i++) {
                    JsonNode read = Tongue.json(arguments.get(i).toString());
                    said.calls.add(new Said.Call(names.get(i), read));
                }
                said.end(finish, "stop", "length", "tool_calls");
            }
            return said;
        }
    }

    @Override
    public String error(int status, HttpHeaders headers, JsonNode body) {
        is(at(body, "message").isString() && at(body, "request_id").isString(), true);
        return at(body, "code").asString();
    }

    @Override
    public String tooMany() {
        return "Throttling.RateQuota";
    }
}
