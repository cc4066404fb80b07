package dev.sluice.model.usage;

import dev.sluice.model.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One try at one target. {@code cost} is what the caller is charged for it, {@code providerCost}
 * what the provider is thought to bill at the same price book; they differ where the gateway does
 * not charge a failed try.
 */
public record Attempt(
        String model,
        String upstream,
        @Nullable String instance,
        @Nullable String secret,
        @Nullable Integer httpStatus,
        @Nullable String errorCode,
        TokenUsage tokens,
        Counted counted,
        UsageSource usageSource,
        @Nullable String priceVersion,
        Money cost,
        Money providerCost,
        Instant startedAt,
        @Nullable Long firstTokenMs,
        long totalMs) {}
