package dev.sluice.dataplane.dialect.rerank;

import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.lane.UnaryLane;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.TokenUsage;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads results of any provider, and writes them as the caller's own API has them. */
public final class RerankReply implements UnaryLane {
    /** The variant of the door whose answers are Cohere's. */
    public static final String COHERE = "cohere";

    private final @Nullable String alias;
    private final boolean cohere;
    private final int documents;

    /**
     * For one call.
     *
     * @param alias the name to put for the upstream's model; null leaves the upstream's
     * @param variant of the caller's door
     * @param documents how many were sent
     */
    public RerankReply(@Nullable String alias, String variant, int documents) {
        this.documents = documents;
        this.alias = alias;
        this.cohere = variant.equals(COHERE);
    }

    @Override
    public ReplyBody read(byte[] body) {
        JsonNode root;
        try {
            root = ForeignJson.read(body);
        } catch (JacksonException broken) {
            return new ReplyBody.Invalid("a body that is no JSON");
        }
        if (root.hasNonNull("error")) {
            return new ReplyBody.Failure(UpstreamErrors.read(body, 0, body.length));
        }
        var results = results(root);
        if (results == null) {
            return new ReplyBody.Invalid("a body without results");
        }
        if (!results.valueStream().allMatch(this::isOfDocument)) {
            return new ReplyBody.Invalid("a result for a document that it was not given");
        }
        var tokens = tokens(root);
        var usage = tokens < 0 ? null : TokenUsage.of(tokens, 0);
        var served = root.path("model").isString() ? root.path("model").asString() : null;
        return new ReplyBody.Good(
                ForeignJson.bytes(written(root, results, tokens, served)),
                usage,
                true,
                served,
                null);
    }

    /** Null where there are none; an empty list is a result. */
    private static @Nullable ArrayNode results(JsonNode root) {
        var list = root;
        for (var found :
                new JsonNode[] {
                    root.path("results"), root.path("data"), root.path("output").path("results")
                }) {
            list = found.isArray() ? found : list;
        }
        if (!list.isArray()) {
            return null;
        }
        var results = SluiceJson.mapper().createArrayNode();
        list.values().forEach(one -> results.add(result(one)));
        return results;
    }

    private boolean isOfDocument(JsonNode result) {
        var index = Tree.small(result.path("index"));
        return index != null && index >= 0 && index < documents;
    }

    private static ObjectNode result(JsonNode one) {
        var result = SluiceJson.mapper().createObjectNode();
        result.set("index", one.path("index"));
        for (var name : new String[] {"relevance_score", "relevanceScore", "score"}) {
            if (one.path(name).isNumber() && !result.has("relevance_score")) {
                result.set("relevance_score", one.path(name));
            }
        }
        var document = one.path("document");
        if (document.isString()) {
            result.putObject("document").put("text", document.asString());
        } else if (document.isObject() && !document.isEmpty()) {
            result.set("document", document);
        }
        return result;
    }

    /** Negative where the provider tells none. */
    private static long tokens(JsonNode root) {
        var usage = root.path("usage");
        for (var name : new String[] {"total_tokens", "prompt_tokens", "input_tokens"}) {
            if (usage.path(name).isNumber()) {
                return Tree.tokens(usage, name);
            }
        }
        var billed = root.path("meta").path("billed_units");
        if (billed.path("input_tokens").isNumber()) {
            return Tree.tokens(billed, "input_tokens");
        }
        return billed.isObject() ? 0 : -1; // search units are no tokens
    }

    private ObjectNode written(
            JsonNode root, ArrayNode results, long tokens, @Nullable String served) {
        var body = SluiceJson.mapper().createObjectNode();
        var id = root.path("id").isString() ? root.path("id") : root.path("request_id");
        if (id.isString()) {
            body.set("id", id);
        }
        if (cohere) {
            body.set("results", results);
            body.set("meta", meta(root, tokens));
            return body;
        }
        var model = alias != null ? alias : served;
        Tree.put(body, "model", model);
        body.set("results", results);
        if (tokens >= 0) {
            body.putObject("usage").put("total_tokens", tokens);
        }
        if (root.path("meta").isObject()) {
            body.set("meta", root.path("meta"));
        }
        return body;
    }

    private static JsonNode meta(JsonNode root, long tokens) {
        if (root.path("meta").isObject()) {
            return root.path("meta");
        }
        var meta = SluiceJson.mapper().createObjectNode();
        meta.putObject("api_version").put("version", "2");
        var billed = meta.putObject("billed_units");
        if (tokens >= 0) {
            billed.put("input_tokens", tokens);
        }
        return meta;
    }
}
