package dev.sluice.dataplane.call;

import dev.sluice.model.usage.TokenUsage;
import org.jspecify.annotations.Nullable;

/**
 * An answer that was kept.
 *
 * @param usage what it had cost in tokens; null where nobody told
 */
public record CachedAnswer(byte[] body, @Nullable TokenUsage usage) {}
