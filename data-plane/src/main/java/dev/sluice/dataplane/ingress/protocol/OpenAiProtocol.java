package dev.sluice.dataplane.ingress.protocol;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/** OpenAI's paths, with and without {@code /v1}. */
final class OpenAiProtocol implements IngressProtocol {
    private static final String MODEL = "/models/";

    @Override
    public @Nullable Found find(String path, String query, MultiMap headers) {
        var bare = path.startsWith("/v1/") ? path.substring(3) : path;
        return switch (bare) {
            case "/chat/completions" -> inference(Operation.CHAT);
            case "/embeddings" -> inference(Operation.EMBEDDINGS);
            case "/models" -> models(null);
            default -> bare.startsWith(MODEL) ? models(bare.substring(MODEL.length())) : null;
        };
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
        return null;
    }
}
