package dev.sluice.dataplane.upstream.provider.auth;

import dev.sluice.dataplane.upstream.provider.auth.TokenExchange.Token;
import dev.sluice.model.json.SluiceJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The forms of OAuth 2, as the servers write them. */
final class TokenAnswer {
    private static final Pattern SHOWABLE = Pattern.compile("[!-~]+");
    private static final long MOST_SECONDS = 366L * 86_400;

    private TokenAnswer() {}

    /**
     * The token of a JSON answer; null where there is none that a call could show.
     *
     * @param otherwiseSeconds its life where the answer tells none
     */
    static @Nullable Token read(String answer, long otherwiseSeconds) {
        var json = SluiceJson.mapper().readTree(answer);
        var token = json.path("access_token").asString("");
        var type = json.path("token_type").asString("Bearer");
        var life = lifeSeconds(json.path("expires_in"), otherwiseSeconds);
        return isShowable(token) && type.equalsIgnoreCase("Bearer") && life > 0
                ? new Token(token, Math.min(life, MOST_SECONDS))
                : null;
    }

    /** Whether a header or query can carry it. */
    static boolean isShowable(String token) {
        return SHOWABLE.matcher(token).matches();
    }

    /** Some servers write the number as a text; 0 where it is none. */
    private static long lifeSeconds(JsonNode life, long otherwise) {
        if (life.isMissingNode() || life.isNull()) {
            return otherwise;
        }
        if (life.isNumber()) {
            return (long) life.doubleValue();
        }
        try {
            return (long) Double.parseDouble(life.asString(""));
        } catch (NumberFormatException noNumber) {
            return 0;
        }
    }

    static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The two halves of {@code ID:SECRET}. */
    static String[] pair(String secret) {
        var colon = secret.indexOf(':');
        if (colon < 1 || colon == secret.length() - 1) {
            throw new IllegalArgumentException("the secret is no pair with a colon between");
        }
        return new String[] {secret.substring(0, colon), secret.substring(colon + 1)};
    }
}
