package dev.sluice.dataplane.conversation;

import org.jspecify.annotations.Nullable;

/**
 * The caller wants the prompt up to here kept in the provider's cache.
 *
 * @param ttl as the dialect writes it ({@code 5m}, {@code 1h}); null leaves it to the provider
 */
public record CacheMark(@Nullable String ttl) {}
