package dev.sluice.dataplane.upstream.provider.auth;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.TokenSource;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An OAuth token for a Google service account, whose key file is the secret. */
public record ServiceAccountExchange(TokenSource source) implements TokenExchange {
    private static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";
    private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    private static final long LIFE_SECONDS = 3600;

    @Override
    public boolean isNeeded(String secret) {
        return secret.stripLeading().startsWith("{");
    }

    @Override
    public String place(String root) {
        return "";
    }

    @Override
    public Ask ask(String root, String secret, Instant now) {
        var account = SluiceJson.mapper().readTree(secret);
        var own = account.path("token_uri").asString("https://oauth2.googleapis.com/token");
        var url = Objects.requireNonNullElse(source.tokenUrl(), own);
        var form = new LinkedHashMap<String, String>();
        form.put("grant_type", GRANT);
        form.put("assertion", assertion(account, url, now.getEpochSecond()));
        return new Ask(url, Map.of(), TokenAnswer.form(form));
    }

    private String assertion(JsonNode account, String audience, long nowSeconds) {
        var mapper = SluiceJson.mapper();
        var head = mapper.createObjectNode().put("alg", "RS256").put("typ", "JWT");
        var claims =
                mapper.createObjectNode()
                        .put("iss", account.path("client_email").asString(""))
                        .put("scope", Objects.requireNonNullElse(source.scope(), SCOPE))
                        .put("aud", audience)
                        .put("iat", nowSeconds)
                        .put("exp", nowSeconds + LIFE_SECONDS);
        var signed = encoded(head.toString()) + "." + encoded(claims.toString());
        return signed + "." + signature(account.path("private_key").asString(""), signed);
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String signature(String pem, String text) {
        try {
            var inner = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
            var key =
                    KeyFactory.getInstance("RSA")
                            .generatePrivate(
                                    new PKCS8EncodedKeySpec(Base64.getDecoder().decode(inner)));
            var signer = Signature.getInstance("SHA256withRSA");
            signer.initSign(key);
            signer.update(text.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(signer.sign());
        } catch (GeneralSecurityException | IllegalArgumentException unusable) {
            throw new IllegalArgumentException(
                    "the service account's private key cannot be read", unusable);
        }
    }

    @Override
    public @Nullable Token read(String answer, Instant now) {
        return TokenAnswer.read(answer, LIFE_SECONDS);
    }

    @Override
    public Authorizer authorizer(Authorizer ofProvider) {
        return Authorizer.BEARER;
    }
}
