package dev.sluice.dataplane.ingress.protocol;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Every protocol that callers may speak. */
public final class IngressProtocols {
    private static final List<IngressProtocol> ALL =
            List.of(
                    new GeminiProtocol(),
                    new AnthropicProtocol(),
                    new AzureProtocol(),
                    new OpenAiProtocol(),
                    new TgiProtocol());

    /** Doors that other gateways have: named in the refusal, so that nobody looks for a typo. */
    private static final Set<String> KNOWN_ELSEWHERE =
            Set.of("/files", "/batches", "/assistants", "/threads", "/realtime", "/vector_stores");

    private IngressProtocols() {}

    /** The door whose words the answer to this request is in, whether or not it is one. */
    public static Door looksLike(HttpServerRequest request) {
        var path = path(request);
        for (var protocol : ALL) {
            var door = protocol.looksLike(path);
            if (door != null) {
                return door;
            }
        }
        return Door.of(Dialect.OPENAI_CHAT, Operation.CHAT);
    }

    /** Fails with {@link GatewayFailure} where there is no such door or it takes another method. */
    public static Destination find(HttpServerRequest request) {
        var path = path(request);
        var query = Objects.requireNonNullElse(request.query(), "");
        for (var protocol : ALL) {
            var found = protocol.find(path, query, request.headers());
            if (found != null) {
                if (!found.method().equals(request.method().name())) {
                    GeminiProtocol.refuseUnknownCall(path, request.method());
                    throw new GatewayFailure.Malformed(
                            405,
                            path + " takes " + found.method() + ", not " + request.method() + ".",
                            null);
                }
                return found.destination();
            }
        }
        GeminiProtocol.refuseUnknownCall(path, request.method());
        var bare = path.startsWith("/v1/") ? path.substring(3) : path;
        throw new GatewayFailure.EndpointUnknown(
                KNOWN_ELSEWHERE.contains(bare)
                        ? "This gateway does not serve '" + bare + "': it keeps no state."
                        : "This gateway has no endpoint '"
                                + shortened(path)
                                + "'. It serves /v1/chat/completions, /v1/messages,"
                                + " /v1/embeddings and /v1/models.");
    }

    private static String path(HttpServerRequest request) {
        var path = Objects.requireNonNullElse(request.path(), "");
        if (path.indexOf('%') >= 0) {
            try {
                path = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException malformed) {
                throw new GatewayFailure.Malformed("The path is not valid.", null);
            }
        }
        return path.length() > 1 && path.endsWith("/")
                ? path.substring(0, path.length() - 1)
                : path;
    }

    private static String shortened(String path) {
        return path.length() <= 100 ? path : path.substring(0, 100) + "…";
    }
}
