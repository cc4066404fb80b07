package dev.sluice.dataplane.ingress.protocol;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/**
 * The paths of Text Generation Inference. At the root the body says whether a stream is wanted. No
 * path names a model, and bodies need not: then the key's only one is meant.
 */
final class TgiProtocol implements IngressProtocol {
    private static final String UNARY = "/generate";
    private static final String STREAM = "/generate_stream";

    @Override
    public @Nullable Found find(String path, String query, MultiMap headers) {
        return switch (path) {
            case UNARY -> found(false);
            case STREAM -> found(true);
            case "/" -> found(null);
            default -> null;
        };
    }

    private static Found found(@Nullable Boolean stream) {
        return new Found(
                "POST",
                new Destination.Inference(new Door(Dialect.TGI, Operation.CHAT, null, stream, "")));
    }

    @Override
    public @Nullable Door looksLike(String path) {
        return path.equals(UNARY) || path.equals(STREAM)
                ? Door.of(Dialect.TGI, Operation.CHAT)
                : null;
    }
}
