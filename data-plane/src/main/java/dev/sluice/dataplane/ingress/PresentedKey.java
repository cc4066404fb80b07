package dev.sluice.dataplane.ingress;

import dev.sluice.model.secret.AppKeySecret;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/** Finds the caller's key in the headers that clients of the various dialects use. */
final class PresentedKey {
    private static final String BEARER = "bearer ";
    private static final int MOST_CHARACTERS = 512;

    private PresentedKey() {}

    /** SHA-256 of the key; the key itself goes no further than this. Null where there is none. */
    static @Nullable String hashIn(MultiMap headers) {
        var key = find(headers);
        return key == null || key.isEmpty() || key.length() > MOST_CHARACTERS
                ? null
                : AppKeySecret.hash(key);
    }

    private static @Nullable String find(MultiMap headers) {
        var authorization = headers.get("authorization");
        if (authorization != null) {
            return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                    ? authorization.substring(BEARER.length()).strip()
                    : null;
        }
        var apiKey = headers.get("api-key");
        return apiKey != null ? apiKey.strip() : strippedOrNull(headers.get("x-api-key"));
    }

    private static @Nullable String strippedOrNull(@Nullable String text) {
        return text == null ? null : text.strip();
    }
}
