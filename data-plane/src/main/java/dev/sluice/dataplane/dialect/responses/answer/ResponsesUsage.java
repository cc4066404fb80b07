package dev.sluice.dataplane.dialect.responses.answer;

import dev.sluice.dataplane.dialect.openai.OpenAiUsage;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.TokenUsage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The usage object: the same figures as in chat completions, under other names. */
final class ResponsesUsage {
    private ResponsesUsage() {}

    /** Null where the object names no figure at all. */
    static @Nullable TokenUsage read(JsonNode response) {
        var usage = response.path("usage");
        return usage.isObject() ? OpenAiUsage.read(usage, response) : null;
    }

    static ObjectNode write(TokenUsage usage) {
        var node = SluiceJson.mapper().createObjectNode().put("input_tokens", usage.input());
        var input = node.putObject("input_tokens_details");
        input.put("cached_tokens", usage.cachedInput());
        var written = usage.cacheWrite() + usage.cacheWrite1h();
        if (written > 0) {
            input.put("cache_write_tokens", written);
        }
        node.put("output_tokens", usage.output());
        node.putObject("output_tokens_details").put("reasoning_tokens", usage.reasoning());
        return node.put("total_tokens", usage.total());
    }
}
