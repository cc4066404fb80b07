package dev.sluice.simulator.tongue;

import static dev.sluice.simulator.tongue.Tongue.at;
import static dev.sluice.simulator.tongue.Tongue.is;

import java.net.http.HttpHeaders;
import java.util.Iterator;
import tools.jackson.databind.JsonNode;

/** Qianfan's first version. */
final class QianfanTongue implements Tongue {
    @Override
    public String path(String model, boolean stream) {
        return "/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/" + model + "?access_token=sim";
    }

    @Override
    public String request(String model, boolean stream, int cap) {
        return """
        {"system":"Be brief.","stream":%s,"max_output_tokens":%d,"messages":[
         {"role":"user","content":"How high is it?"},
         {"role":"assistant","content":"Two metres."},
         {"role":"user","content":"And now?"}],
         "functions":[{"name":"gauge","parameters":{}}]}\
        """
                .formatted(stream, cap);
    }

    @Override
    public boolean thinks() {
        return false;
    }

    @Override
    public int calls() {
        return 1;
    }

    @Override
    public Said whole(JsonNode body) {
        Said said = new Said();
        take(said, body);
        end(said, body);
        return said;
    }

    private static void take(Said said, JsonNode body) {
        is(at(body, "object").asString(), "chat.completion");
        said.text.append(at(body, "result").asString());
        if (body.has("function_call")) {
            is(said.calls.isEmpty(), true);
            String arguments = at(body, "function_call", "arguments").asString();
            said.calls.add(
                    new Said.Call(
                            at(body, "function_call", "name").asString(), Tongue.json(arguments)));
        }
        JsonNode usage = body.path("usage");
        if (usage.isObject()) {
            int prompt = at(usage, "prompt_tokens").asInt();
            int completion = at(usage, "completion_tokens").asInt();
            is(at(usage, "total_tokens").asInt(), prompt + completion);
            said.usage(prompt, completion, 0);
        }
    }

    private static void end(Said said, JsonNode body) {
        String word = at(body, "finish_reason").asString();
        is(at(body, "is_truncated").asBoolean(), word.equals("length"));
        said.end(word, "normal", "length", "function_call");
    }

    @Override
    public Said stream(String contentType, byte[] bytes) {
        Tongue.isOf(contentType, "text/event-stream");
        Said said = new Said();
        int sentence = 0;
        Iterator<Events.Event> events = Events.read(bytes, "\n").iterator();
        while (events.hasNext()) {
            JsonNode json = events.next().json();
            if (json.has("error_code")) {
                said.error = at(json, "error_code").asString();
                is(events.hasNext(), false);
                continue;
            }
            is(at(json, "sentence_id").asInt(), sentence++);
            take(said, json);
            if (at(json, "is_end").asBoolean()) {
                end(said, json);
                is(events.hasNext(), false);
            }
        }
        return said;
    }

    @Override
    public String error(int status, HttpHeaders headers, JsonNode body) {
        is(at(body, "error_msg").isString(), true);
        return at(body, "error_code").asString();
    }

    @Override
    public String tooMany() {
        return "18";
    }
}
