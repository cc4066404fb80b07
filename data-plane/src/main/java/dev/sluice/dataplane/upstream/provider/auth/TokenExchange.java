package dev.sluice.dataplane.upstream.provider.auth;

import dev.sluice.model.route.TokenSource;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a configured secret becomes the short-lived one that calls are shown. Two that are equal get
 * the same token for the same secret.
 */
public interface TokenExchange {
    /** What the config says of it. */
    TokenSource source();

    /** Whether the secret is one to be exchanged. */
    boolean isNeeded(String secret);

    /**
     * The request for a token.
     *
     * @param url absolute
     * @param form the body, form-encoded; empty where all stands elsewhere
     */
    record Ask(String url, Map<String, String> headers, String form) {
        @Override
        public String toString() {
            return "Ask"; // it holds the secret
        }
    }

    /**
     * A token.
     *
     * @param lifeSeconds how long it is valid
     */
    record Token(String value, long lifeSeconds) {
        @Override
        public String toString() {
            return "Token[" + lifeSeconds + " s]";
        }
    }

    /** What tokens depend on of the upstream's root: all of it, or nothing. */
    String place(String root);

    /**
     * What to ask, for an upstream at the given root. Fails with {@link RuntimeException} where the
     * secret does not have the form.
     */
    Ask ask(String root, String secret, Instant now);

    /**
     * Whether an upstream's error says that the token is over, so that another one will do.
     *
     * @param code the upstream's own, where it gave one
     */
    default boolean isOver(int status, @Nullable String code) {
        return status == 401;
    }

    /** Null where the answer holds no token; may as well fail with {@link RuntimeException}. */
    @Nullable Token read(String answer, Instant now);

    /** How the token is shown, where the provider would show its keys in another way. */
    default Authorizer authorizer(Authorizer ofProvider) {
        return ofProvider;
    }
}
