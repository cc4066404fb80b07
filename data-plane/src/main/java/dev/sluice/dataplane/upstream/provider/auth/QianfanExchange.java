package dev.sluice.dataplane.upstream.provider.auth;

import dev.sluice.model.route.TokenSource;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An access token for {@code API_KEY:SECRET_KEY}, as Qianfan's first version wants it. */
public record QianfanExchange(TokenSource source) implements TokenExchange {
    private static final long DAY_SECONDS = 86_400;
    private static final Set<String> OVER = Set.of("100", "110", "111");

    @Override
    public boolean isNeeded(String secret) {
        return secret.contains(":");
    }

    @Override
    public String place(String root) {
        return source.tokenUrl() == null ? root : "";
    }

    @Override
    public Ask ask(String root, String secret, Instant now) {
        var pair = TokenAnswer.pair(secret);
        var query = new LinkedHashMap<String, String>();
        query.put("grant_type", "client_credentials");
        query.put("client_id", pair[0]);
        query.put("client_secret", pair[1]);
        var url = Objects.requireNonNullElse(source.tokenUrl(), root + "/oauth/2.0/token");
        return new Ask(url + "?" + TokenAnswer.form(query), Map.of(), "");
    }

    @Override
    public boolean isOver(int status, @Nullable String code) {
        return code != null && OVER.contains(code);
    }

    @Override
    public @Nullable Token read(String answer, Instant now) {
        return TokenAnswer.read(answer, DAY_SECONDS);
    }
}
