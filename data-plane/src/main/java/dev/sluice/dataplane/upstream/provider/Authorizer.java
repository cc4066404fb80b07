package dev.sluice.dataplane.upstream.provider;

/** How a provider wants to be shown a secret. */
@FunctionalInterface
public interface Authorizer {
    Authorizer BEARER = (out, secret) -> out.headers().set("authorization", "Bearer " + secret);
    Authorizer X_API_KEY = (out, secret) -> out.headers().set("x-api-key", secret);
    Authorizer API_KEY = (out, secret) -> out.headers().set("api-key", secret);
    Authorizer GOOGLE_KEY = (out, secret) -> out.headers().set("x-goog-api-key", secret);

    /** Puts the secret, or a signature made with it, into the request's headers. */
    void authorize(Outgoing out, String secret);
}
