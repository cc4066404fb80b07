package dev.sluice.dataplane.call;

import dev.sluice.dataplane.config.KeyEntry;

/** Who stands behind one call: a key that was recognised and may be used now, and from where. */
public record Caller(KeyEntry key, String clientAddress) {}
