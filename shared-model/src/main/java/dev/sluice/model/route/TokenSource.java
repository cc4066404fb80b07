package dev.sluice.model.route;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where the secrets of an upstream are exchanged for short-lived tokens: the {@code credentials} of
 * the config file. The secrets themselves stand in {@code secrets}.
 *
 * @param tokenUrl who is asked; absent where the type knows
 * @param scope what the token is to be good for
 * @param audience whom the token is to be shown to
 * @param clientAuth how a client shows its id and secret; in the header when absent
 * @param roleArn the role to take on
 * @param externalId what the role's owner wants to be told
 * @param region whose token service is asked and which calls are signed for
 */
public record TokenSource(
        Type type,
        @Nullable String tokenUrl,
        @Nullable String scope,
        @Nullable String audience,
        @Nullable ClientAuth clientAuth,
        @Nullable String roleArn,
        @Nullable String externalId,
        @Nullable String region) {

    /** The kinds of exchange. */
    public enum Type {
        /** Client credentials of OAuth 2; a secret is {@code CLIENT_ID:CLIENT_SECRET}. */
        OAUTH_CLIENT,
        /** A secret is the key file of a Google service account. */
        GCP_SERVICE_ACCOUNT,
        /** A secret is {@code API_KEY:SECRET_KEY}. */
        QIANFAN,
        /** A secret is {@code ACCESS_KEY:SECRET_KEY}, or an identity token of another party's. */
        AWS_STS;

        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Where a client's id and secret stand. */
    public enum ClientAuth {
        HEADER,
        BODY;

        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** All from the secret and the upstream's address. */
    public static TokenSource of(Type type) {
        return new TokenSource(type, null, null, null, null, null, null, null);
    }
}
