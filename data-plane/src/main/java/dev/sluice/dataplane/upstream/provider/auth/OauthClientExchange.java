package dev.sluice.dataplane.upstream.provider.auth;

import dev.sluice.model.route.TokenSource;
import dev.sluice.model.route.TokenSource.ClientAuth;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A token for the client credentials of OAuth 2 (RFC 6749 §4.4): {@code CLIENT_ID:SECRET}. */
public record OauthClientExchange(TokenSource source) implements TokenExchange {
    /** The life of a token whose answer tells none: short enough to be true for most. */
    private static final long UNTOLD_SECONDS = 300;

    @Override
    public boolean isNeeded(String secret) {
        return true;
    }

    @Override
    public String place(String root) {
        return "";
    }

    @Override
    public Ask ask(String root, String secret, Instant now) {
        var client = TokenAnswer.pair(secret);
        var form = new LinkedHashMap<String, String>();
        form.put("grant_type", "client_credentials");
        put(form, "scope", source.scope());
        put(form, "audience", source.audience());
        var headers = Map.<String, String>of();
        if (source.clientAuth() == ClientAuth.BODY) {
            form.put("client_id", client[0]);
            form.put("client_secret", client[1]);
        } else {
            headers = Map.of("authorization", basic(client));
        }
        return new Ask(Objects.requireNonNull(source.tokenUrl()), headers, TokenAnswer.form(form));
    }

    private static void put(Map<String, String> form, String name, @Nullable String value) {
        if (value != null) {
            form.put(name, value);
        }
    }

    /** Both halves are form-encoded first (§2.3.1). */
    private static String basic(String[] client) {
        var pair = TokenAnswer.encoded(client[0]) + ":" + TokenAnswer.encoded(client[1]);
        return "Basic "
                + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public @Nullable Token read(String answer, Instant now) {
        return TokenAnswer.read(answer, UNTOLD_SECONDS);
    }

    @Override
    public Authorizer authorizer(Authorizer ofProvider) {
        return Authorizer.BEARER;
    }
}
