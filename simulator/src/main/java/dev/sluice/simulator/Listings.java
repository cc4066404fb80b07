package dev.sluice.simulator;

import dev.sluice.simulator.dialect.Fields;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What can be looked up: models in the form of each dialect, health, tokens. */
final class Listings {
    private static final List<String> MODELS = List.of("sim-chat", "sim-chat-large", "sim-embed");
    private static final int CREATED = 1_767_225_600;
    private static final int TOKEN_LIFE_SECONDS = 2_592_000;

    private Listings() {}

    static @Nullable Object find(HttpServerRequest request, String path) {
        if (path.endsWith("/v1beta/models")) {
            return Fields.of(
                    "models",
                    each(id ->
                            Fields.of(
                                    "name",
                                    "models/" + id,
                                    "displayName",
                                    id,
                                    "supportedGenerationMethods",
                                    List.of("generateContent", "embedContent"))));
        }
        if (path.endsWith("/models")) {
            return request.getHeader("anthropic-version") == null ? openAi() : anthropic();
        }
        if (path.endsWith("/api/tags")) {
            return Fields.of("models", each(id -> Fields.of("name", id, "model", id)));
        }
        if (isToken(path)) {
            return Fields.of(
                    "access_token",
                    "simulated",
                    "token_type",
                    "Bearer",
                    "expires_in",
                    TOKEN_LIFE_SECONDS);
        }
        return path.equals("/health") || path.equals("/healthz") ? Fields.of("status", "ok") : null;
    }

    /** Where a secret is exchanged for a token, for whoever wants one. */
    static boolean isToken(String path) {
        return path.endsWith("/token");
    }

    private static Object openAi() {
        return Fields.of(
                "object",
                "list",
                "data",
                each(id ->
                        Fields.of(
                                "id",
                                id,
                                "object",
                                "model",
                                "created",
                                CREATED,
                                "owned_by",
                                "simulator")));
    }

    private static Object anthropic() {
        return Fields.of(
                "data",
                each(id ->
                        Fields.of(
                                "type",
                                "model",
                                "id",
                                id,
                                "display_name",
                                id,
                                "created_at",
                                "2026-01-01T00:00:00Z")),
                "has_more",
                false,
                "first_id",
                MODELS.getFirst(),
                "last_id",
                MODELS.getLast());
    }

    private static List<Map<String, @Nullable Object>> each(
            Function<String, Map<String, @Nullable Object>> form) {
        return MODELS.stream().map(form).toList();
    }
}
