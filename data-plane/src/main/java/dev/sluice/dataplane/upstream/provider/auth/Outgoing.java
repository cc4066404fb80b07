package dev.sluice.dataplane.upstream.provider.auth;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/**
 * A request that is about to be sent.
 *
 * @param uri path and query
 * @param headers may be added to
 */
public record Outgoing(
        String method, String host, int port, String uri, MultiMap headers, Buffer body) {}
