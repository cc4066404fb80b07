package dev.sluice.dataplane.ingress.protocol;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/** Anthropic's paths, with and without {@code /v1}; the list of models is told by the headers. */
final class AnthropicProtocol implements IngressProtocol {
    private static final String MESSAGES = "/messages";
    private static final String MODEL = "/models/";
    private static final Door DOOR = Door.of(Dialect.ANTHROPIC, Operation.CHAT);
    private static final Door COUNT =
            new Door(Dialect.ANTHROPIC, Operation.CHAT, null, false, Door.COUNT);

    @Override
    public @Nullable Found find(String path, String query, MultiMap headers) {
        var bare = bare(path);
        if (bare.equals(MESSAGES)) {
            return new Found("POST", new Destination.Inference(DOOR));
        }
        if (bare.equals(MESSAGES + "/count_tokens")) {
            return new Found("POST", new Destination.TokenCount(COUNT));
        }
        if (!headers.contains("anthropic-version")) {
            return null;
        }
        if (bare.equals("/models")) {
            return new Found("GET", new Destination.Models(DOOR, null));
        }
        return bare.startsWith(MODEL)
                ? new Found("GET", new Destination.Models(DOOR, bare.substring(MODEL.length())))
                : null;
    }

    private static String bare(String path) {
        return path.startsWith("/v1/") ? path.substring(3) : path;
    }

    @Override
    public @Nullable Door looksLike(String path) {
        var bare = bare(path);
        return bare.equals(MESSAGES) || bare.startsWith(MESSAGES + "/") ? DOOR : null;
    }
}
