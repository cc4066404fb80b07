package dev.sluice.dataplane.ingress;

import dev.sluice.model.secret.AppKeySecret;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the caller's key where clients of the various dialects put it. */
final class PresentedKey {
    private static final String BEARER = "bearer ";
    private static final List<String> HEADERS = List.of("api-key", "x-api-key", "x-goog-api-key");
    private static final int MOST_CHARACTERS = 512;

    private PresentedKey() {}

    /** SHA-256 of the key; the key itself goes no further than this. Null where there is none. */
    static @Nullable String hashIn(HttpServerRequest request) {
        var key = find(request);
        return key == null || key.isEmpty() || key.length() > MOST_CHARACTERS
                ? null
                : AppKeySecret.hash(key);
    }

    private static @Nullable String find(HttpServerRequest request) {
        var headers = request.headers();
        var authorization = headers.get("authorization");
        if (authorization != null) {
            return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                    ? authorization.substring(BEARER.length()).strip()
                    : null;
        }
        for (var header : HEADERS) {
            var key = headers.get(header);
            if (key != null) {
                return key.strip();
            }
        }
        return keyInQuery(request);
    }

    /** As Google's clients may send it. */
    private static @Nullable String keyInQuery(HttpServerRequest request) {
        var query = request.query();
        return query == null || !query.contains("key=") ? null : request.getParam("key");
    }
}
