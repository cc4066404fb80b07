package dev.sluice.dataplane.ingress;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.model.route.Operation;
import io.vertx.core.http.HttpMethod;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A door of the gateway: a path, with and without {@code /v1}, and its method. */
public enum Endpoint {
    CHAT("/chat/completions", HttpMethod.POST, Operation.CHAT),
    EMBEDDINGS("/embeddings", HttpMethod.POST, Operation.EMBEDDINGS),
    MODELS("/models", HttpMethod.GET, null);

    /** Doors that other gateways have: named in the refusal, so that nobody looks for a typo. */
    private static final Set<String> KNOWN_ELSEWHERE =
            Set.of(
                    "/responses",
                    "/messages",
                    "/completions",
                    "/rerank",
                    "/images/generations",
                    "/audio/speech",
                    "/audio/transcriptions",
                    "/files",
                    "/batches",
                    "/assistants",
                    "/threads",
                    "/realtime",
                    "/vector_stores");

    private final String path;
    private final String method;
    private final @Nullable Operation operation;

    Endpoint(String path, HttpMethod method, @Nullable Operation operation) {
        this.path = path;
        this.method = method.name();
        this.operation = operation;
    }

    /** What a call at this door asks for; null at the door that calls no model. */
    public @Nullable Operation operation() {
        return operation;
    }

    /** Fails with {@link GatewayFailure} where there is no such door or it takes another method. */
    public static Endpoint match(String method, String path) {
        var bare = path.startsWith("/v1/") ? path.substring(3) : path;
        if (bare.length() > 1 && bare.endsWith("/")) {
            bare = bare.substring(0, bare.length() - 1);
        }
        for (var endpoint : values()) {
            if (endpoint.path.equals(bare)) {
                if (!endpoint.method.equals(method)) {
                    throw new GatewayFailure.Malformed(
                            405,
                            bare + " takes " + endpoint.method + ", not " + method + ".",
                            null);
                }
                return endpoint;
            }
        }
        throw new GatewayFailure.EndpointUnknown(
                KNOWN_ELSEWHERE.contains(bare)
                        ? "This gateway does not serve '" + bare + "' yet."
                        : "This gateway has no endpoint '"
                                + shortened(path)
                                + "'. It serves /v1/chat/completions, /v1/embeddings and"
                                + " /v1/models.");
    }

    private static String shortened(String path) {
        return path.length() <= 100 ? path : path.substring(0, 100) + "…";
    }
}
