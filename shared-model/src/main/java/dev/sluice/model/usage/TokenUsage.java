package dev.sluice.model.usage;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.price.TokenKind;
import org.jspecify.annotations.Nullable;

/**
 * What one call or attempt used: tokens, and what is priced without them. {@code input} includes
 * cached, written and audio input; {@code output} includes reasoning and audio output. Never
 * negative and never more than {@link #MOST}; a part larger than its whole is clamped.
 *
 * @param images pictures that were made
 * @param audioMs sound that was listened to
 * @param serviceTier the one that served it, where it is known; prices may have a factor for it
 */
public record TokenUsage(
        long input,
        long cachedInput,
        long cacheWrite,
        long cacheWrite1h,
        long output,
        long reasoning,
        long audioInput,
        long audioOutput,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) long images,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) long audioMs,
        @Nullable String serviceTier) {
    /** Of input and of output; upstreams that claim more are wrong, and sums must not overflow. */
    public static final long MOST = 1_000_000_000_000L;

    public static final TokenUsage NONE = of(0, 0);

    public TokenUsage {
        input = Math.clamp(input, 0, MOST);
        output = Math.clamp(output, 0, MOST);
        cachedInput = Math.clamp(cachedInput, 0, input);
        cacheWrite = Math.clamp(cacheWrite, 0, input - cachedInput);
        cacheWrite1h = Math.clamp(cacheWrite1h, 0, input - cachedInput - cacheWrite);
        audioInput = Math.clamp(audioInput, 0, input - cachedInput - cacheWrite - cacheWrite1h);
        reasoning = Math.clamp(reasoning, 0, output);
        audioOutput = Math.clamp(audioOutput, 0, output - reasoning);
        images = Math.clamp(images, 0, MOST);
        audioMs = Math.clamp(audioMs, 0, MOST);
        serviceTier = ServiceTiers.named(serviceTier);
    }

    /** Tokens alone. */
    public TokenUsage(
            long input,
            long cachedInput,
            long cacheWrite,
            long cacheWrite1h,
            long output,
            long reasoning,
            long audioInput,
            long audioOutput) {
        this(
                input,
                cachedInput,
                cacheWrite,
                cacheWrite1h,
                output,
                reasoning,
                audioInput,
                audioOutput,
                0,
                0,
                null);
    }

    /** Plain input and output. */
    public static TokenUsage of(long input, long output) {
        return new TokenUsage(input, 0, 0, 0, output, 0, 0, 0);
    }

    /** The same tokens, with these pictures and this sound. */
    public TokenUsage withMedia(long madeImages, long heardMs) {
        return new TokenUsage(
                input,
                cachedInput,
                cacheWrite,
                cacheWrite1h,
                output,
                reasoning,
                audioInput,
                audioOutput,
                madeImages,
                heardMs,
                serviceTier);
    }

    /** The same, served at this tier; null leaves it as it is. */
    public TokenUsage servedAt(@Nullable String tier) {
        return tier == null
                ? this
                : new TokenUsage(
                        input,
                        cachedInput,
                        cacheWrite,
                        cacheWrite1h,
                        output,
                        reasoning,
                        audioInput,
                        audioOutput,
                        images,
                        audioMs,
                        tier);
    }

    public TokenUsage plus(TokenUsage other) {
        return new TokenUsage(
                input + other.input,
                cachedInput + other.cachedInput,
                cacheWrite + other.cacheWrite,
                cacheWrite1h + other.cacheWrite1h,
                output + other.output,
                reasoning + other.reasoning,
                audioInput + other.audioInput,
                audioOutput + other.audioOutput,
                images + other.images,
                audioMs + other.audioMs,
                other.serviceTier != null ? other.serviceTier : serviceTier);
    }

    /**
     * Tokens that have the price of this kind; the kinds of a usage are disjoint and sum to all.
     */
    public long of(TokenKind kind) {
        return switch (kind) {
            case INPUT -> input - cachedInput - cacheWrite - cacheWrite1h - audioInput;
            case CACHED_INPUT -> cachedInput;
            case CACHE_WRITE -> cacheWrite;
            case CACHE_WRITE_1H -> cacheWrite1h;
            case OUTPUT -> output - reasoning - audioOutput;
            case REASONING -> reasoning;
            case AUDIO_INPUT -> audioInput;
            case AUDIO_OUTPUT -> audioOutput;
        };
    }

    /** Neither tokens nor pictures nor sound. */
    public boolean hasNothing() {
        return total() == 0 && images == 0 && audioMs == 0;
    }

    /** What counts against a tokens-per-minute limit: uncached input and output. */
    public long rateTokens() {
        return input - cachedInput + output;
    }

    /** What counts against a token budget: all input and output. */
    public long total() {
        return input + output;
    }
}
