package dev.sluice.simulator.tongue;

import static dev.sluice.simulator.tongue.Tongue.at;
import static dev.sluice.simulator.tongue.Tongue.is;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** Ollama's chat, and its generation from one prompt. */
final class OllamaTongue implements Tongue {
    private final boolean chat;

    OllamaTongue(boolean chat) {
        this.chat = chat;
    }

    @Override
    public String path(String model, boolean stream) {
        return chat ? "/api/chat" : "/api/generate";
    }

    @Override
    public String request(String model, boolean stream, int cap) {
        String asked =
                """
                "messages":[{"role":"system","content":"Be brief."},
                 {"role":"user","content":"How high is it?"},
                 {"role":"assistant","content":"Two metres."},
                 {"role":"user","content":"And now?"}],
                "tools":[{"type":"function","function":{"name":"gauge","parameters":{}}}]\
                """;
        return """
        {"model":"%s",%s,"options":{"num_predict":%d}%s}\
        """
                .formatted(
                        model,
                        chat ? asked : "\"prompt\":\"And now?\"",
                        cap,
                        stream ? "" : ",\"stream\":false");
    }

    @Override
    public boolean converses() {
        return chat;
    }

    @Override
    public int calls() {
        return chat ? Integer.MAX_VALUE : 0;
    }

    @Override
    public Said whole(JsonNode body) {
        Said said = new Said();
        take(said, body);
        is(said.end != null, true);
        return said;
    }

    private void take(Said said, JsonNode line) {
        is(at(line, "model").asString(), "sim-chat");
        Instant.parse(at(line, "created_at").asString());
        JsonNode message = chat ? at(line, "message") : line;
        said.text.append(at(message, chat ? "content" : "response").asString());
        said.thoughts.append(message.path("thinking").asString(""));
        for (JsonNode call : message.path("tool_calls")) {
            is(at(call, "function", "arguments").isObject(), true);
            said.calls.add(
                    new Said.Call(
                            at(call, "function", "name").asString(),
                            at(call, "function", "arguments")));
        }
        is(said.end == null, true);
        if (at(line, "done").asBoolean()) {
            said.end(at(line, "done_reason").asString(), "stop", "length", "stop");
            is(at(line, "total_duration").isIntegralNumber(), true);
            if (line.has("eval_count")) {
                said.usage(
                        at(line, "prompt_eval_count").asInt(), at(line, "eval_count").asInt(), 0);
            }
        }
    }

    @Override
    public Said stream(String contentType, byte[] bytes) {
        Tongue.isOf(contentType, "application/x-ndjson");
        String text = new String(bytes, StandardCharsets.UTF_8);
        is(text.endsWith("\n"), true);
        Said said = new Said();
        for (String line : text.split("\n", 0)) {
            JsonNode json = Tongue.json(line);
            is(said.error == null, true);
            if (json.has("error")) {
                said.error = at(json, "error").asString();
            } else {
                take(said, json);
            }
        }
        return said;
    }

    @Override
    public String error(int status, HttpHeaders headers, JsonNode body) {
        is(body.size(), 1);
        return at(body, "error").asString();
    }

    @Override
    public String tooMany() {
        return "the simulator was told to answer 429";
    }
}
