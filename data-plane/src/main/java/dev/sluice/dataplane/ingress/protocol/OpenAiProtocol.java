package dev.sluice.dataplane.ingress.protocol;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.openai.media.MediaDoor;
import dev.sluice.dataplane.dialect.rerank.RerankReply;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/** OpenAI's paths, with and without {@code /v1}. */
final class OpenAiProtocol implements IngressProtocol {
    private static final String MODEL = "/models/";
    private static final String RESPONSE = "/responses/";

    @Override
    public @Nullable Found find(String path, String query, MultiMap headers) {
        var bare = path.startsWith("/v1/") ? path.substring(3) : path;
        return switch (bare) {
            case "/chat/completions" -> inference(Operation.CHAT);
            case "/completions" -> inference(Operation.COMPLETIONS);
            case "/embeddings" -> inference(Operation.EMBEDDINGS);
            case "/rerank" -> inference(Operation.RERANK);
            case "/v2/rerank" -> cohereRerank();
            case "/responses" -> responses();
            case "/responses/input_tokens" -> inputTokens();
            case "/models" -> models(null);
            default -> other(bare);
        };
    }

    private static @Nullable Found other(String bare) {
        var media = MediaDoor.at(bare);
        if (media != null) {
            return new Found("POST", new Destination.Inference(media.as(null)));
        }
        if (bare.startsWith(MODEL)) {
            return models(bare.substring(MODEL.length()));
        }
        if (bare.startsWith(RESPONSE)) {
            throw new GatewayFailure.EndpointUnknown(
                    "This gateway keeps no responses, so that none can be fetched, cancelled,"
                            + " compacted or deleted. Send the whole conversation in 'input'.");
        }
        return null;
    }

    private static Found inputTokens() {
        return new Found(
                "POST",
                new Destination.TokenCount(
                        new Door(
                                Dialect.OPENAI_RESPONSES, Operation.CHAT, null, null, Door.COUNT)));
    }

    private static Found cohereRerank() {
        var door = new Door(Dialect.OPENAI_CHAT, Operation.RERANK, null, null, RerankReply.COHERE);
        return new Found("POST", new Destination.Inference(door));
    }

    private static Found responses() {
        return new Found(
                "POST",
                new Destination.Inference(Door.of(Dialect.OPENAI_RESPONSES, Operation.CHAT)));
    }

    private static Found inference(Operation operation) {
        return new Found(
                "POST", new Destination.Inference(Door.of(Dialect.OPENAI_CHAT, operation)));
    }

    private static Found models(@Nullable String model) {
        var door = Door.of(Dialect.OPENAI_CHAT, Operation.CHAT);
        return new Found("GET", new Destination.Models(door, model));
    }

    @Override
    public @Nullable Door looksLike(String path) {
        return path.endsWith("/responses") || path.contains(RESPONSE)
                ? Door.of(Dialect.OPENAI_RESPONSES, Operation.CHAT)
                : null;
    }
}
