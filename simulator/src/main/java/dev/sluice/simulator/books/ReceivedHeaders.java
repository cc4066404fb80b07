package dev.sluice.simulator.books;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Headers for the books. A credential appears as the start of its SHA-256, enough to tell which
 * secret was used or that a caller's key leaked, and useless to anybody else.
 */
public final class ReceivedHeaders {
    private static final Set<String> CREDENTIALS =
            Set.of(
                    "authorization",
                    "proxy-authorization",
                    "x-api-key",
                    "api-key",
                    "x-goog-api-key",
                    "cookie");

    private ReceivedHeaders() {}

    public static Map<String, String> forBooks(Iterable<Map.Entry<String, String>> received) {
        Map<String, String> kept = new LinkedHashMap<>();
        for (Map.Entry<String, String> header : received) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            String value = header.getValue();
            kept.put(name, CREDENTIALS.contains(name) ? fingerprint(value) : value);
        }
        return kept;
    }

    /**
     * {@code sha256:} and the first 8 hex digits over the secret itself, without {@code Bearer}.
     */
    public static String fingerprint(String credential) {
        String secret =
                credential.regionMatches(true, 0, "Bearer ", 0, 7)
                        ? credential.substring(7)
                        : credential;
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(secret.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(hash, 0, 4);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has SHA-256", missing);
        }
    }
}
