package dev.sluice.dataplane.dialect.rerank;

import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.json.SluiceJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How a provider wants to be asked. Callers ask as Cohere's and Jina's do, which is the same. */
public enum RerankShape {
    /** Cohere's second version. */
    COHERE("/v2/rerank"),
    /** Jina's, as vLLM, llama.cpp and most others have it. */
    JINA(null),
    /** As Jina's, with another name for the number of results. */
    VOYAGE(null),
    /** Query and documents stand apart from what is wished of them. */
    DASHSCOPE("/api/v1/services/rerank/text-rerank/text-rerank"),
    /** As Jina's, at another path. */
    QIANFAN("/rerankers");

    private final @Nullable String path;

    RerankShape(@Nullable String path) {
        this.path = path;
    }

    public static RerankShape of(String provider) {
        return switch (provider) {
            case "cohere" -> COHERE;
            case "voyage" -> VOYAGE;
            case "dashscope-native" -> DASHSCOPE;
            case "qianfan" -> QIANFAN;
            default -> JINA;
        };
    }

    /** The path under the provider's address; null where it is the row's own. */
    public @Nullable String path() {
        return path;
    }

    /** The request in the provider's words; fields that none of them knows stay. */
    public byte[] write(JsonFields body, String model) {
        var request = (ObjectNode) ForeignJson.read(body.bytes());
        request.put("model", model);
        switch (this) {
            case COHERE, JINA, QIANFAN -> rename(request, "top_k", "top_n");
            case VOYAGE -> rename(request, "top_n", "top_k");
            case DASHSCOPE -> request = nested(request, model);
        }
        return ForeignJson.bytes(request);
    }

    private static void rename(ObjectNode request, String from, String to) {
        JsonNode value = request.remove(from);
        if (value != null && !request.has(to)) {
            request.set(to, value);
        }
    }

    private static ObjectNode nested(ObjectNode request, String model) {
        rename(request, "top_k", "top_n");
        var body = SluiceJson.mapper().createObjectNode().put("model", model);
        var input = body.putObject("input");
        input.set("query", request.path("query"));
        input.set("documents", request.path("documents"));
        request.remove("model");
        request.remove("query");
        request.remove("documents");
        body.set("parameters", request);
        return body;
    }
}
