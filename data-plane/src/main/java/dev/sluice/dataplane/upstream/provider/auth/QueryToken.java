package dev.sluice.dataplane.upstream.provider.auth;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A token in the query. */
public final class QueryToken implements Authorizer {
    @Override
    public void authorize(Outgoing out, String secret) {
        // it stands in the query
    }

    @Override
    public String uri(String uri, String secret) {
        return uri
                + (uri.contains("?") ? "&" : "?")
                + "access_token="
                + URLEncoder.encode(secret, StandardCharsets.UTF_8);
    }
}
