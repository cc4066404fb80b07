package dev.sluice.dataplane.ingress.protocol;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/**
 * Azure's paths: deployments, which are aliases here, and the newer ones that are OpenAI's under a
 * prefix. The version in the query is nobody's business.
 */
final class AzureProtocol implements IngressProtocol {
    private static final String ROOT = "/openai/";
    private static final String DEPLOYMENTS = "/openai/deployments/";

    private final OpenAiProtocol openAi = new OpenAiProtocol();

    @Override
    public @Nullable Found find(String path, String query, MultiMap headers) {
        if (path.startsWith(DEPLOYMENTS)) {
            return deployment(path.substring(DEPLOYMENTS.length()));
        }
        return path.startsWith(ROOT)
                ? openAi.find(path.substring(ROOT.length() - 1), query, headers)
                : null;
    }

    private static @Nullable Found deployment(String rest) {
        for (var operation :
                new Operation[] {
                    Operation.CHAT, Operation.COMPLETIONS, Operation.EMBEDDINGS, Operation.IMAGES
                }) {
            var end = end(operation);
            // "/completions" ends "/chat/completions", too, which was looked for before.
            if (rest.endsWith(end) && rest.length() > end.length()) {
                var alias = rest.substring(0, rest.length() - end.length());
                var variant = operation == Operation.IMAGES ? end : "";
                var door = new Door(Dialect.OPENAI_CHAT, operation, alias, null, variant);
                return new Found("POST", new Destination.Inference(door));
            }
        }
        return null;
    }

    private static String end(Operation operation) {
        return switch (operation) {
            case CHAT -> "/chat/completions";
            case COMPLETIONS -> "/completions";
            case EMBEDDINGS -> "/embeddings";
            case RERANK -> "/rerank";
            case IMAGES -> "/images/generations";
            case AUDIO -> "/audio/speech";
        };
    }

    @Override
    public @Nullable Door looksLike(String path) {
        return path.startsWith(ROOT) ? openAi.looksLike(path) : null;
    }
}
