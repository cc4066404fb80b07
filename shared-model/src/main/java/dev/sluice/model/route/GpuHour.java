package dev.sluice.model.route;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a pool of GPUs costs, for its monthly allocation; no call is charged by it.
 *
 * @param amount for one GPU and hour, in the installation's currency
 * @param tokensPerHour weighted tokens that the whole pool could serve in an hour; without it idle
 *     time is not told
 */
public record GpuHour(BigDecimal amount, int gpus, @Nullable Long tokensPerHour) {}
