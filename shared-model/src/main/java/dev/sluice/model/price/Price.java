package dev.sluice.model.price;

import dev.sluice.model.money.Money;
import dev.sluice.model.usage.TokenUsage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a model's price book: money per million tokens by kind, valid from (inclusive) to
 * (exclusive). A kind without a price takes that of its plain kind: cached and written input that
 * of input, reasoning that of output.
 *
 * @param perImage money for each picture that was made
 * @param perSecond money for each second of sound that was listened to
 */
public record Price(
        Instant from,
        @Nullable Instant to,
        Map<TokenKind, BigDecimal> perMillion,
        @Nullable BigDecimal perRequest,
        @Nullable BigDecimal perImage,
        @Nullable BigDecimal perSecond) {
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    /** Of the price of a second, in millionths of money. */
    private static final BigDecimal MILLION_PER_MS = BigDecimal.valueOf(1_000);

    public Price {
        Objects.requireNonNull(from, "from is null");
        perMillion = perMillion == null ? Map.of() : Map.copyOf(perMillion);
        if (to != null && !to.isAfter(from)) {
            throw new IllegalArgumentException(
                    "a price ends after it begins: " + from + " to " + to);
        }
    }

    /** Tokens and requests alone. */
    public Price(
            Instant from,
            @Nullable Instant to,
            Map<TokenKind, BigDecimal> perMillion,
            @Nullable BigDecimal perRequest) {
        this(from, to, perMillion, perRequest, null, null);
    }

    boolean covers(Instant at) {
        return !at.isBefore(from) && (to == null || at.isBefore(to));
    }

    /** What the usage costs: exact, then rounded once, half-up, to nanos. */
    public Money cost(TokenUsage usage) {
        var sum = fees(usage.images(), usage.audioMs());
        for (var kind : TokenKind.values()) {
            sum = sum.add(perMillionOf(kind).multiply(BigDecimal.valueOf(usage.of(kind))));
        }
        return Money.charged(sum.divide(MILLION));
    }

    /**
     * The most that so many tokens can cost: all input at the dearest input kind, all output at the
     * dearest output kind; rounded up, since it is held.
     */
    public Money mostFor(long inputTokens, long outputTokens, long images, long audioMs) {
        var sum =
                fees(images, audioMs)
                        .add(dearest(true).multiply(BigDecimal.valueOf(inputTokens)))
                        .add(dearest(false).multiply(BigDecimal.valueOf(outputTokens)));
        return Money.held(sum.divide(MILLION));
    }

    /** In millionths of money. */
    private BigDecimal fees(long images, long audioMs) {
        return times(perRequest, MILLION)
                .add(times(perImage, MILLION.multiply(BigDecimal.valueOf(images))))
                .add(times(perSecond, MILLION_PER_MS.multiply(BigDecimal.valueOf(audioMs))));
    }

    private static BigDecimal times(@Nullable BigDecimal price, BigDecimal many) {
        return price == null ? BigDecimal.ZERO : price.multiply(many);
    }

    /** Whether tokens of the answer cost anything. */
    public boolean pricesOutput() {
        return dearest(false).signum() > 0;
    }

    private BigDecimal dearest(boolean input) {
        var most = BigDecimal.ZERO;
        for (var kind : TokenKind.values()) {
            if (kind.isInput() == input) {
                most = most.max(perMillionOf(kind));
            }
        }
        return most;
    }

    private BigDecimal perMillionOf(TokenKind kind) {
        var own = perMillion.get(kind);
        if (own != null) {
            return own;
        }
        return switch (kind) {
            case INPUT, OUTPUT -> BigDecimal.ZERO;
            case CACHED_INPUT, CACHE_WRITE, AUDIO_INPUT -> perMillionOf(TokenKind.INPUT);
            case CACHE_WRITE_1H -> perMillionOf(TokenKind.CACHE_WRITE);
            case REASONING, AUDIO_OUTPUT -> perMillionOf(TokenKind.OUTPUT);
        };
    }
}
