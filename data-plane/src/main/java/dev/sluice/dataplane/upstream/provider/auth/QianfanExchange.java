package dev.sluice.dataplane.upstream.provider.auth;

import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** An access token for {@code API_KEY:SECRET_KEY}, as Qianfan's first version wants it. */
public final class QianfanExchange implements TokenExchange {
    private static final long DAY_SECONDS = 86_400;

    @Override
    public boolean isNeeded(String secret) {
        return secret.contains(":");
    }

    @Override
    public Ask ask(String root, String secret, long nowSeconds) {
        var colon = secret.indexOf(':');
        return new Ask(
                root
                        + "/oauth/2.0/token?grant_type=client_credentials&client_id="
                        + encoded(secret.substring(0, colon))
                        + "&client_secret="
                        + encoded(secret.substring(colon + 1)),
                null);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public boolean isOver(String code) {
        return code.equals("100") || code.equals("110") || code.equals("111");
    }

    @Override
    public @Nullable Token read(JsonObject answer) {
        return answer.getValue("access_token") instanceof String token && !token.isEmpty()
                ? new Token(token, life(answer, DAY_SECONDS))
                : null;
    }

    static long life(JsonObject answer, long otherwise) {
        return answer.getValue("expires_in") instanceof Number seconds
                ? seconds.longValue()
                : otherwise;
    }
}
