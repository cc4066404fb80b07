package dev.sluice.dataplane.server;

/**
 * What a node is told at its start about itself.
 *
 * @param port 0 takes a free one
 * @param eventLoops how many event loops carry calls
 * @param drainGraceMs how long calls may run on after the node was told to stop
 */
public record NodeSettings(
        String host,
        int port,
        int managementPort,
        int eventLoops,
        int mostCalls,
        long mostBodyBytes,
        long mostBufferedBytes,
        long drainGraceMs) {
    public static final long BODY_BYTES = 32L * 1024 * 1024;
}
