package dev.sluice.dataplane.relay;

/** What a stream looks like to its caller, whatever is in it. */
public record StreamForm(String contentType, byte[] heartbeat) {}
