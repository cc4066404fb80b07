package dev.sluice.model.snapshot;

import dev.sluice.model.route.TokenSource;
import dev.sluice.model.route.Upstream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What an upstream's {@code credentials} must say, and what would be said in vain. */
final class TokenSourceRules {
    private final BiConsumer<String, String> broken;

    /**
     * @param broken takes the field and what is wrong with it
     */
    TokenSourceRules(BiConsumer<String, String> broken) {
        this.broken = broken;
    }

    void check(Upstream upstream, TokenSource source) {
        var type = source.type();
        if (upstream.secrets().isEmpty()) {
            broken.accept("credentials", "there is no secret to exchange: give one in secrets");
        }
        var provider = onlyFor(type);
        if (provider != null && !provider.equals(upstream.provider())) {
            broken.accept(
                    "credentials.type",
                    "'" + type.text() + "' is for the provider '" + provider + "' alone");
        }
        var given = given(source);
        for (var field : needed(type)) {
            if (given.get(field) == null) {
                broken.accept("credentials", "'" + field + "' is missing");
            }
        }
        given.forEach((field, value) -> {
            if (value != null && !known(type).contains(field)) {
                broken.accept(
                        "credentials." + field,
                        "says nothing to the type '" + type.text() + "'; remove it");
            }
        });
    }

    /** Null where any provider might take the tokens. */
    private static @Nullable String onlyFor(TokenSource.Type type) {
        return switch (type) {
            case OAUTH_CLIENT, GCP_SERVICE_ACCOUNT -> null;
            case QIANFAN -> "qianfan-v1";
            case AWS_STS -> "bedrock";
        };
    }

    private static Set<String> needed(TokenSource.Type type) {
        return switch (type) {
            case OAUTH_CLIENT -> Set.of("tokenUrl");
            case AWS_STS -> Set.of("roleArn");
            case GCP_SERVICE_ACCOUNT, QIANFAN -> Set.of();
        };
    }

    private static Set<String> known(TokenSource.Type type) {
        return switch (type) {
            case OAUTH_CLIENT -> Set.of("tokenUrl", "scope", "audience", "clientAuth");
            case GCP_SERVICE_ACCOUNT -> Set.of("tokenUrl", "scope");
            case QIANFAN -> Set.of("tokenUrl");
            case AWS_STS -> Set.of("tokenUrl", "roleArn", "externalId", "region");
        };
    }

    private static Map<String, @Nullable Object> given(TokenSource source) {
        var given = new LinkedHashMap<String, @Nullable Object>();
        given.put("tokenUrl", source.tokenUrl());
        given.put("scope", source.scope());
        given.put("audience", source.audience());
        given.put("clientAuth", source.clientAuth());
        given.put("roleArn", source.roleArn());
        given.put("externalId", source.externalId());
        given.put("region", source.region());
        return given;
    }
}
