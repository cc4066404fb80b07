package dev.sluice.dataplane.upstream.provider.auth;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** How a configured secret becomes the short-lived one that calls are shown. */
public interface TokenExchange {
    /** Whether the secret is one to be exchanged; others are shown as they are. */
    boolean isNeeded(String secret);

    /**
     * The request for a token.
     *
     * @param url absolute
     * @param form the body, form-encoded; null posts none
     */
    record Ask(String url, @Nullable String form) {}

    /**
     * A token.
     *
     * @param lifeSeconds how long it is valid
     */
    record Token(String value, long lifeSeconds) {}

    /** What to ask, where the provider is reached at the given root. */
    Ask ask(String root, String secret, long nowSeconds);

    /** Whether an error says that the token is over, and another one will do. */
    boolean isOver(String code);

    /** Null where the answer holds none. */
    @Nullable Token read(JsonObject answer);
}
