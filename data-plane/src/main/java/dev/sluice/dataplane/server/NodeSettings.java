package dev.sluice.dataplane.server;

import java.util.List;

/**
 * What a node is told at its start about itself.
 *
 * @param port 0 takes a free one
 * @param eventLoops how many event loops carry calls
 * @param drainGraceMs how long calls may run on after the node was told to stop
 * @param trustedProxies networks of proxies that are believed, in place of those that the config
 *     names; empty: those of the config
 * @param fetchNetworks networks of the operator's own that media may be fetched from
 */
public record NodeSettings(
        String host,
        int port,
        int managementPort,
        int eventLoops,
        int mostCalls,
        long mostBodyBytes,
        long mostBufferedBytes,
        long drainGraceMs,
        List<String> trustedProxies,
        List<String> fetchNetworks) {
    public static final long BODY_BYTES = 32L * 1024 * 1024;

    public NodeSettings {
        trustedProxies = List.copyOf(trustedProxies);
        fetchNetworks = List.copyOf(fetchNetworks);
    }
}
