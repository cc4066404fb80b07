package dev.sluice.dataplane.upstream.provider.auth;

/** How a provider wants to be shown a secret. */
@FunctionalInterface
public interface Authorizer {
    Authorizer BEARER = (out, secret) -> out.headers().set("authorization", "Bearer " + secret);

    /** OAuth tokens of the vendor's are the only ones that are not keys. */
    Authorizer X_API_KEY =
            (out, secret) -> {
                if (secret.startsWith("sk-ant-oat")) {
                    BEARER.authorize(out, secret);
                } else {
                    out.headers().set("x-api-key", secret);
                }
            };

    /** A key, or a token of the vendor's directory. */
    Authorizer API_KEY =
            (out, secret) -> {
                if (secret.startsWith("eyJ")) {
                    BEARER.authorize(out, secret);
                } else {
                    out.headers().set("api-key", secret);
                }
            };

    Authorizer GOOGLE_KEY = (out, secret) -> out.headers().set("x-goog-api-key", secret);

    /** A token of an account; keys of the express mode look like all of the vendor's keys. */
    Authorizer GOOGLE_TOKEN =
            (out, secret) -> {
                if (secret.startsWith("AIza")) {
                    GOOGLE_KEY.authorize(out, secret);
                } else {
                    BEARER.authorize(out, secret);
                }
            };

    /** Puts the secret, or a signature made with it, into the request's headers. */
    void authorize(Outgoing out, String secret);

    /** The path and query with what of the secret belongs there. */
    default String uri(String uri, String secret) {
        return uri;
    }
}
