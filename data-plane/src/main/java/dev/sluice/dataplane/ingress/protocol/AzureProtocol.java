package dev.sluice.dataplane.ingress.protocol;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.openai.media.MediaDoor;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.vertx.core.MultiMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Azure's paths: deployments, which are aliases here, and the newer ones that are OpenAI's under a
 * prefix. The version in the query is nobody's business.
 */
final class AzureProtocol implements IngressProtocol {
    private static final String ROOT = "/openai/";
    private static final String DEPLOYMENTS = "/openai/deployments/";

    private record End(String path, Operation operation) {}

    /** The second one ends the first one, too. */
    private static final List<End> ENDS =
            List.of(
                    new End("/chat/completions", Operation.CHAT),
                    new End("/completions", Operation.COMPLETIONS),
                    new End("/embeddings", Operation.EMBEDDINGS));

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
        for (var end : ENDS) {
            var alias = aliasBefore(end.path(), rest);
            if (alias != null) {
                return found(new Door(Dialect.OPENAI_CHAT, end.operation(), alias, null, ""));
            }
        }
        for (var media : MediaDoor.values()) {
            var alias = aliasBefore(media.path(), rest);
            if (alias != null) {
                return found(media.as(alias));
            }
        }
        return null;
    }

    private static @Nullable String aliasBefore(String end, String rest) {
        if (rest.equals(end)) {
            throw new GatewayFailure.Malformed(
                    404, "The path names no deployment: /openai/deployments/{name}" + end, "model");
        }
        return rest.endsWith(end) ? rest.substring(0, rest.length() - end.length()) : null;
    }

    private static Found found(Door door) {
        return new Found("POST", new Destination.Inference(door));
    }

    @Override
    public @Nullable Door looksLike(String path) {
        return path.startsWith(ROOT) ? openAi.looksLike(path) : null;
    }
}
