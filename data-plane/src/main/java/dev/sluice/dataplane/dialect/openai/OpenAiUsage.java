package dev.sluice.dataplane.dialect.openai;

import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.MalformedJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.ServiceTiers;
import dev.sluice.model.usage.TokenUsage;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The dialect's usage object: cached tokens inside the prompt's, reasoning inside the answer's. */
public final class OpenAiUsage {
    private OpenAiUsage() {}

    /** Null where the object names no figure at all. */
    public static @Nullable TokenUsage read(byte[] json, int from, int to) {
        try {
            return read(ForeignJson.read(json, from, to - from));
        } catch (JacksonException broken) {
            throw new MalformedJson("the usage is not valid JSON");
        }
    }

    /**
     * The usage at the service tier that the reply names.
     *
     * @param reply a reply, or a chunk of one
     */
    public static @Nullable TokenUsage read(JsonNode usage, JsonNode reply) {
        var read = read(usage);
        return read == null ? null : read.servedAt(tier(reply));
    }

    /** The service tier that a reply or chunk names; null where it names none. */
    public static @Nullable String tier(JsonNode reply) {
        return ServiceTiers.named(reply.path("service_tier").asString(""));
    }

    /** Null where the object names no figure at all. */
    public static @Nullable TokenUsage read(JsonNode usage) {
        if (!usage.has("prompt_tokens")
                && (usage.has("input_tokens") || usage.has("output_tokens"))) {
            return read(renamed(usage));
        }
        if (!isFigure(usage, "prompt_tokens")
                && !isFigure(usage, "completion_tokens")
                && !isFigure(usage, "total_tokens")) {
            return null;
        }
        if (isNonsense(usage, "prompt_tokens") || isNonsense(usage, "completion_tokens")) {
            return null;
        }
        var prompt = usage.path("prompt_tokens_details");
        var completion = usage.path("completion_tokens_details");
        var total = Tree.tokens(usage.path("total_tokens"));
        var reasoning = Tree.tokens(completion.path("reasoning_tokens"));
        var output = Tree.tokens(usage.path("completion_tokens"));
        var input =
                usage.has("prompt_tokens")
                        ? Tree.tokens(usage.path("prompt_tokens"))
                        : Math.max(0, total - output);
        if (reasoning > 0 && total == input + output + reasoning) {
            output += reasoning; // xAI leaves reasoning out of the completion
        }
        var cached =
                Math.max(
                        Tree.tokens(prompt.path("cached_tokens")),
                        Math.max(
                                Tree.tokens(usage.path("prompt_cache_hit_tokens")),
                                Tree.tokens(usage.path("cached_tokens"))));
        return new TokenUsage(
                input,
                cached,
                Tree.tokens(prompt.path("cache_write_tokens")),
                0,
                output,
                reasoning,
                Tree.tokens(prompt.path("audio_tokens")),
                Tree.tokens(completion.path("audio_tokens")));
    }

    /** The newer interfaces have other names for the same figures. */
    private static ObjectNode renamed(JsonNode usage) {
        var node = SluiceJson.mapper().createObjectNode();
        rename(usage, "input_tokens", node, "prompt_tokens");
        rename(usage, "output_tokens", node, "completion_tokens");
        rename(usage, "input_token_details", node, "prompt_tokens_details");
        rename(usage, "input_tokens_details", node, "prompt_tokens_details");
        rename(usage, "output_tokens_details", node, "completion_tokens_details");
        rename(usage, "total_tokens", node, "total_tokens");
        return node;
    }

    private static void rename(JsonNode from, String name, ObjectNode to, String known) {
        if (from.has(name)) {
            to.set(known, from.path(name));
        }
    }

    /** The usage object, for a caller of the dialect. */
    public static ObjectNode write(TokenUsage usage) {
        var node = SluiceJson.mapper().createObjectNode();
        node.put("prompt_tokens", usage.input());
        node.put("completion_tokens", usage.output());
        node.put("total_tokens", usage.total());
        var prompt = node.putObject("prompt_tokens_details");
        prompt.put("cached_tokens", usage.cachedInput());
        var written = usage.cacheWrite() + usage.cacheWrite1h();
        if (written > 0) {
            prompt.put("cache_write_tokens", written);
        }
        prompt.put("audio_tokens", usage.audioInput());
        node.putObject("completion_tokens_details")
                .put("reasoning_tokens", usage.reasoning())
                .put("audio_tokens", usage.audioOutput());
        return node;
    }

    private static boolean isFigure(JsonNode usage, String field) {
        return Tree.isCount(usage.path(field));
    }

    /**
     * A fraction, a negative or a boundless number or another type tells nothing: the gateway's own
     * count bills.
     */
    private static boolean isNonsense(JsonNode usage, String field) {
        return usage.hasNonNull(field) && !isFigure(usage, field);
    }
}
