package dev.sluice.simulator.embeddings;

import dev.sluice.simulator.books.CallOutcome;
import dev.sluice.simulator.chat.TokenRule;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Exchange;
import dev.sluice.simulator.exchange.Incoming;
import dev.sluice.simulator.script.Fault;
import dev.sluice.simulator.script.InstanceScripts;
import dev.sluice.simulator.script.ModelName;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.script.ScriptException;
import dev.sluice.simulator.script.UsageMode;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code POST …/embeddings}. */
public final class EmbeddingsHandler {
    private static final int DIMENSIONS_DEFAULT = 64;

    private final InstanceScripts scripts;

    public EmbeddingsHandler(InstanceScripts scripts) {
        this.scripts = scripts;
    }

    public void handle(Incoming incoming) {
        JsonNode body;
        try {
            body = Bodies.parse(incoming.body());
        } catch (IllegalArgumentException unreadable) {
            incoming.refuse(400, unreadable.getMessage());
            return;
        }
        JsonNode name = body.path("model");
        List<JsonNode> inputs = inputs(body.path("input"));
        if (!name.isString() || inputs.isEmpty()) {
            incoming.refuse(400, "an embeddings request needs 'model' and a non-empty 'input'");
            return;
        }
        ModelName model = ModelName.parse(name.stringValue());
        JsonNode user = body.path("user");
        Exchange exchange =
                incoming.begin(
                        model.base(),
                        name.stringValue(),
                        false,
                        null,
                        user.isString() ? user.stringValue() : null);
        try {
            Script script =
                    scripts.forCall(
                            model.base(),
                            incoming.lane(),
                            incoming.nearer(model.script(), List.of()));
            exchange.after(
                    script.pace().ttftUs(), () -> answer(exchange, body, inputs, model, script));
        } catch (ScriptException wrong) {
            exchange.answer(
                    400,
                    "application/json",
                    Map.of(),
                    Bodies.error(
                            String.valueOf(wrong.getMessage()),
                            "invalid_request_error",
                            "invalid_script"),
                    CallOutcome.REFUSED);
        }
    }

    private static void answer(
            Exchange exchange,
            JsonNode body,
            List<JsonNode> inputs,
            ModelName model,
            Script script) {
        switch (script.fault()) {
            case Fault.Hang _, Fault.Stall _ -> {
                // Nothing is ever said.
            }
            case Fault.Refusal(int status) -> refuse(exchange, status, script);
            case Fault.ErrorFrame _ -> refuse(exchange, 500, script);
            case Fault.Reset _ -> exchange.reset();
            case Fault.Close _, Fault.Cut _ -> exchange.close();
            case Fault.None _ -> vectors(exchange, body, inputs, model, script);
        }
    }

    private static void refuse(Exchange exchange, int status, Script script) {
        exchange.answer(
                status,
                script.answer().contentType(),
                script.answer().headers(),
                Bodies.refusal(status, script.answer()),
                CallOutcome.REFUSED);
    }

    private static void vectors(
            Exchange exchange,
            JsonNode body,
            List<JsonNode> inputs,
            ModelName model,
            Script script) {
        int dimensions = script.content().dimensions();
        if (dimensions == 0) {
            dimensions = body.path("dimensions").asInt(DIMENSIONS_DEFAULT);
        }
        boolean base64 = "base64".equals(body.path("encoding_format").asString(""));
        List<Object> data = new ArrayList<>();
        int counted = 0;
        for (JsonNode input : inputs) {
            counted += input.isString() ? TokenRule.ofText(input.stringValue()) : input.size();
            float[] vector = Embedding.of(input.toString(), dimensions);
            Map<String, Object> item = new LinkedHashMap<>();
            item.put("object", "embedding");
            item.put("index", data.size());
            item.put("embedding", base64 ? Embedding.base64(vector) : vector);
            data.add(item);
        }
        Integer scripted = script.usage().promptTokens();
        int promptTokens = scripted == null ? counted : scripted;
        Map<String, @Nullable Object> whole = new LinkedHashMap<>();
        whole.put("object", "list");
        whole.put("data", data);
        whole.put("model", model.base());
        UsageMode mode = script.usage().mode();
        if (mode == UsageMode.NULL) {
            whole.put("usage", null);
        } else if (mode != UsageMode.NEVER) {
            whole.put("usage", Map.of("prompt_tokens", promptTokens, "total_tokens", promptTokens));
            exchange.entry().reported(promptTokens, 0);
        }
        String given = script.answer().body();
        exchange.answer(
                200,
                script.answer().contentType(),
                script.answer().headers(),
                given == null ? Bodies.json(whole) : Buffer.buffer(given),
                CallOutcome.FINISHED);
    }

    /** A string, an array of strings, one array of token numbers, or an array of those. */
    private static List<JsonNode> inputs(JsonNode input) {
        if (input.isString()) {
            return List.of(input);
        }
        if (!input.isArray() || input.isEmpty()) {
            return List.of();
        }
        if (input.get(0).isNumber()) {
            return List.of(input);
        }
        List<JsonNode> each = new ArrayList<>();
        input.forEach(each::add);
        return each;
    }
}
