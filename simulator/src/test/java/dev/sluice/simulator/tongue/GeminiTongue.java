package dev.sluice.simulator.tongue;

import static dev.sluice.simulator.tongue.Tongue.at;
import static dev.sluice.simulator.tongue.Tongue.is;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Gemini, streamed as events or as an array. */
final class GeminiTongue implements Tongue {
    private final boolean events;

    GeminiTongue(boolean events) {
        this.events = events;
    }

    @Override
    public String path(String model, boolean stream) {
        String verb = stream ? "streamGenerateContent" : "generateContent";
        return "/v1beta/models/" + model + ":" + verb + (stream && events ? "?alt=sse" : "");
    }

    @Override
    public String request(String model, boolean stream, int cap) {
        return """
        {"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[
         {"role":"user","parts":[{"text":"How high is it?"}]},
         {"role":"model","parts":[{"text":"Two metres."}]},
         {"role":"user","parts":[{"text":"And now?"}]}],
         "tools":[{"functionDeclarations":[{"name":"gauge"}]}],
         "generationConfig":{"maxOutputTokens":%d}}\
        """
                .formatted(cap);
    }

    @Override
    public Said whole(JsonNode body) {
        Said said = new Said();
        take(said, body);
        is(said.end != null, true);
        return said;
    }

    private static void take(Said said, JsonNode response) {
        is(at(response, "candidates").size(), 1);
        JsonNode candidate = response.path("candidates").get(0);
        is(at(candidate, "content", "role").asString(), "model");
        for (JsonNode part : at(candidate, "content", "parts")) {
            if (part.has("functionCall")) {
                is(at(part, "functionCall", "args").isObject(), true);
                said.calls.add(
                        new Said.Call(
                                at(part, "functionCall", "name").asString(),
                                at(part, "functionCall", "args")));
            } else if (part.path("thought").asBoolean(false)) {
                said.thoughts.append(at(part, "text").asString());
            } else {
                said.text.append(at(part, "text").asString());
            }
        }
        is(said.end == null, true);
        if (candidate.has("finishReason")) {
            String word = candidate.path("finishReason").asString();
            said.end(word, "STOP", "MAX_TOKENS", "STOP");
        }
        JsonNode usage = response.path("usageMetadata");
        if (usage.isObject()) {
            int completion =
                    at(usage, "candidatesTokenCount").asInt()
                            + usage.path("thoughtsTokenCount").asInt(0);
            int prompt = at(usage, "promptTokenCount").asInt();
            is(at(usage, "totalTokenCount").asInt(), prompt + completion);
            said.usage(prompt, completion, usage.path("cachedContentTokenCount").asInt(0));
        }
    }

    @Override
    public Said stream(String contentType, byte[] bytes) {
        Said said = new Said();
        for (JsonNode chunk : chunks(contentType, bytes)) {
            is(said.error == null, true);
            if (chunk.has("error")) {
                said.error = at(chunk, "error", "status").asString();
            } else {
                take(said, chunk);
            }
        }
        return said;
    }

    private List<JsonNode> chunks(String contentType, byte[] bytes) {
        List<JsonNode> chunks = new ArrayList<>();
        if (events) {
            Tongue.isOf(contentType, "text/event-stream");
            Events.read(bytes, "\r\n")
                    .forEach(event -> {
                        is(event.name() == null, true);
                        chunks.add(event.json());
                    });
        } else {
            Tongue.isOf(contentType, "application/json");
            JsonNode array = Tongue.json(new String(bytes, StandardCharsets.UTF_8));
            is(array.isArray(), true);
            array.forEach(chunks::add);
        }
        return chunks;
    }

    @Override
    public String error(int status, HttpHeaders headers, JsonNode body) {
        is(at(body, "error", "code").asInt(), status);
        return at(body, "error", "status").asString();
    }

    @Override
    public String tooMany() {
        return "RESOURCE_EXHAUSTED";
    }
}
