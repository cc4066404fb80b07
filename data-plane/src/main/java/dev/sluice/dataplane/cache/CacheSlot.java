package dev.sluice.dataplane.cache;

import java.time.Duration;

/**
 * Where the answer to one request is kept.
 *
 * @param key in the shared store; also what the answer is sealed for
 * @param lookUp whether a kept answer may be used
 * @param keep whether the answer may be kept
 */
public record CacheSlot(String key, Duration ttl, boolean lookUp, boolean keep) {}
