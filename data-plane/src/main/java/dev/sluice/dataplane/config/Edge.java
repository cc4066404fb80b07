package dev.sluice.dataplane.config;

import java.util.List;
import java.util.Set;

/**
 * What the doors go by before it is known who calls.
 *
 * @param trustedProxies networks of the proxies that are believed when they name a client
 * @param origins of the pages whose scripts may call with a key of some app
 */
public record Edge(List<String> trustedProxies, Set<String> origins) {
    public static final Edge NONE = new Edge(List.of(), Set.of());

    public Edge {
        trustedProxies = List.copyOf(trustedProxies);
        origins = Set.copyOf(origins);
    }
}
