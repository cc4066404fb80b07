package dev.sluice.dataplane.ingress.protocol;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.gemini.GeminiFraming;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Google's paths: the model and what is asked of it are one segment, with a colon between. Paths of
 * Vertex AI, which name a project first, mean the same.
 */
final class GeminiProtocol implements IngressProtocol {
    private static final String ARRAY = "array";
    private static final String GOOGLE_KEY = "x-goog-api-key";
    private static final Pattern MODELS =
            Pattern.compile(
                    "(?:/v1|/v1beta|/v1beta1|/v1alpha)?(?:/projects/[^/]+/locations/[^/]+)?"
                            + "(?:/publishers/[^/]+)?/(?:models|tunedModels)/(.+):([a-zA-Z]+)");
    private static final Pattern LIST =
            Pattern.compile("/v1(?:beta1?|alpha)/models(?:/(?<model>.+))?");

    @Override
    public @Nullable Found find(String path, String query, MultiMap headers) {
        var called = MODELS.matcher(path);
        if (called.matches()) {
            var destination = called(called.group(1), called.group(2), query);
            if (destination != null) {
                return new Found("POST", destination);
            }
        }
        var listed = LIST.matcher(path);
        if (listed.matches()) {
            return models(listed.group("model"));
        }
        if (headers.contains(GOOGLE_KEY) && (path.equals("/models") || path.equals("/v1/models"))) {
            return models(null);
        }
        return null;
    }

    /**
     * Where a model is told to do what the gateway does not: other protocols, which have paths of
     * models, too, know nothing to send there.
     */
    static void refuseUnknownCall(String path, HttpMethod method) {
        var called = MODELS.matcher(path);
        if (method.equals(HttpMethod.POST) && called.matches()) {
            throw new GatewayFailure.EndpointUnknown(
                    "This gateway has no method '"
                            + called.group(2)
                            + "' of models. It serves generateContent, streamGenerateContent,"
                            + " countTokens, embedContent and batchEmbedContents.");
        }
    }

    private static Found models(@Nullable String model) {
        var door = Door.of(Dialect.GEMINI, Operation.CHAT);
        return new Found("GET", new Destination.Models(door, model));
    }

    private static @Nullable Destination called(String model, String verb, String query) {
        return switch (verb) {
            case "generateContent" -> inference(model, Operation.CHAT, false, "");
            case "streamGenerateContent" ->
                    inference(
                            model,
                            Operation.CHAT,
                            true,
                            wantsEvents(query) ? GeminiFraming.EVENTS : ARRAY);
            case "countTokens" ->
                    new Destination.TokenCount(
                            new Door(Dialect.GEMINI, Operation.CHAT, model, false, Door.COUNT));
            case "embedContent", "batchEmbedContents" ->
                    inference(model, Operation.EMBEDDINGS, false, verb);
            default -> null;
        };
    }

    private static Destination inference(
            String model, Operation operation, boolean stream, String variant) {
        return new Destination.Inference(
                new Door(Dialect.GEMINI, operation, model, stream, variant));
    }

    private static boolean wantsEvents(String query) {
        var values = new QueryStringDecoder(query, false).parameters().get("alt");
        return values != null && values.contains("sse");
    }

    @Override
    public @Nullable Door looksLike(String path) {
        return path.startsWith("/v1beta/")
                        || path.contains("/publishers/google/")
                        || MODELS.matcher(path).matches()
                ? Door.of(Dialect.GEMINI, Operation.CHAT)
                : null;
    }
}
