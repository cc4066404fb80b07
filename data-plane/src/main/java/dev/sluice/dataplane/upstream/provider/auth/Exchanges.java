package dev.sluice.dataplane.upstream.provider.auth;

import dev.sluice.model.route.TokenSource;

/** The exchanges by their type in the config: a new one is a class, and a line here. */
public final class Exchanges {
    private Exchanges() {}

    public static TokenExchange of(TokenSource source) {
        return switch (source.type()) {
            case OAUTH_CLIENT -> new OauthClientExchange(source);
            case GCP_SERVICE_ACCOUNT -> new ServiceAccountExchange(source);
            case QIANFAN -> new QianfanExchange(source);
            case AWS_STS -> new StsExchange(source);
        };
    }

    /** All from the secret and the upstream's address. */
    public static TokenExchange of(TokenSource.Type type) {
        return of(TokenSource.of(type));
    }
}
