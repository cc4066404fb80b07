package dev.sluice.dataplane.dialect.embedding;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The way of an embeddings request to a target, whatever the two speak. */
public final class Embeddings {
    private static final EmbeddingCodec OPENAI = new OpenAiEmbeddings();
    private static final GeminiEmbeddings GEMINI = new GeminiEmbeddings();
    private static final Map<Dialect, EmbeddingCodec> ALL =
            Map.of(
                    Dialect.OPENAI_CHAT,
                    OPENAI,
                    Dialect.OPENAI_RESPONSES,
                    OPENAI,
                    Dialect.GEMINI,
                    GEMINI,
                    Dialect.OLLAMA,
                    new OllamaEmbeddings(),
                    Dialect.COHERE,
                    new CohereEmbeddings(),
                    Dialect.DASHSCOPE,
                    new DashScopeEmbeddings());

    private Embeddings() {}

    /** Whether the caller's own bytes can go on with the model's name patched. */
    public static boolean passOn(Dialect caller, Dialect target) {
        return OPENAI.equals(ALL.get(caller)) && OPENAI.equals(ALL.get(target));
    }

    static EmbeddingCodec of(Dialect dialect) {
        var codec = ALL.get(dialect);
        if (codec == null) {
            throw new GatewayFailure.Unsupported(
                    "There are no embeddings in " + dialect.text() + ".", "model");
        }
        return codec;
    }

    /**
     * The bodies for a target, none with more texts than it takes; their vectors follow upon each
     * other. Fails with {@link GatewayFailure} where the request cannot be said to it.
     */
    public static List<byte[]> requests(
            Dialect caller, JsonFields body, String model, Losses losses) {
        var root = ForeignJson.read(body.bytes());
        var written =
                caller == Dialect.GEMINI && losses.target() == Dialect.GEMINI
                        ? GEMINI.ownRequests(root, model)
                        : written(of(caller).readRequest(root), model, losses);
        return written.stream().map(ForeignJson::bytes).toList();
    }

    private static List<ObjectNode> written(
            EmbeddingsRequest request, String model, Losses losses) {
        var target = of(losses.target());
        return Texts.batches(request.texts(), target.mostTexts()).stream()
                .map(some -> target.writeRequest(request.withTexts(some), model, losses))
                .toList();
    }
}
