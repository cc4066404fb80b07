package dev.sluice.dataplane.upstream.provider.auth;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A request that is about to be sent.
 *
 * @param uri path and query
 * @param region of the provider, as the config has it; null where the host tells
 * @param headers may be added to
 */
public record Outgoing(
        String method,
        String host,
        int port,
        String uri,
        @Nullable String region,
        MultiMap headers,
        Buffer body) {}
