package dev.sluice.model.price;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.usage.ServiceTiers;
import dev.sluice.model.usage.TokenUsage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a model's price book: money per million tokens by kind, valid from (inclusive) to
 * (exclusive). A kind without a price takes that of its plain kind: cached and written input that
 * of input, reasoning that of output.
 *
 * @param currency the installation's when absent
 * @param perImage money for each picture that was made
 * @param perSecond money for each second of sound that was listened to
 * @param tiers other prices for long prompts
 * @param bands factors by the time of day at which a call began; the first that holds counts
 * @param serviceTiers factors by the service tier; one that is not named has none
 */
public record Price(
        Instant from,
        @Nullable Instant to,
        @Nullable String currency,
        Map<TokenKind, BigDecimal> perMillion,
        @Nullable BigDecimal perRequest,
        @Nullable BigDecimal perImage,
        @Nullable BigDecimal perSecond,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PriceTier> tiers,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PriceBand> bands,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, BigDecimal> serviceTiers) {
    private static final long MILLION = 1_000_000;

    public Price {
        Objects.requireNonNull(from, "from is null");
        perMillion = perMillion == null ? Map.of() : Map.copyOf(perMillion);
        tiers = tiers == null ? List.of() : List.copyOf(tiers);
        bands = bands == null ? List.of() : List.copyOf(bands);
        serviceTiers = serviceTiers == null ? Map.of() : Map.copyOf(serviceTiers);
        if (to != null && !to.isAfter(from)) {
            throw new IllegalArgumentException(
                    "a price ends after it begins: " + from + " to " + to);
        }
    }

    /** In the installation's currency, the same for all calls. */
    public Price(
            Instant from,
            @Nullable Instant to,
            Map<TokenKind, BigDecimal> perMillion,
            @Nullable BigDecimal perRequest,
            @Nullable BigDecimal perImage,
            @Nullable BigDecimal perSecond) {
        this(
                from,
                to,
                null,
                perMillion,
                perRequest,
                perImage,
                perSecond,
                List.of(),
                List.of(),
                Map.of());
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

    /** What the usage costs, line by line; together they are the list price of the call. */
    List<PriceLine> lines(TokenUsage usage, Instant startedAt) {
        var tier = tierOf(usage.input());
        var above = tier == null ? null : tier.aboveInputTokens();
        var factors = factors(startedAt, usage.serviceTier());
        var lines = new ArrayList<PriceLine>();
        for (var kind : TokenKind.values()) {
            var tokens = BigDecimal.valueOf(usage.of(kind));
            add(lines, kind.text(), tokens, perMillionOf(kind, tier), MILLION, above, factors);
        }
        add(lines, "request", BigDecimal.ONE, perRequest, 1, null, factors);
        add(lines, "image", BigDecimal.valueOf(usage.images()), perImage, 1, null, factors);
        add(lines, "second", seconds(usage.audioMs()), perSecond, 1, null, factors);
        return lines;
    }

    private static void add(
            List<PriceLine> lines,
            String kind,
            BigDecimal quantity,
            @Nullable BigDecimal price,
            long per,
            @Nullable Long above,
            List<PriceFactor> factors) {
        if (price == null || quantity.signum() == 0) {
            return;
        }
        var amount = times(quantity.multiply(price), factors);
        if (per == MILLION) {
            amount = amount.movePointLeft(6);
        }
        lines.add(new PriceLine(kind, quantity, price, per, above, factors, amount));
    }

    /**
     * The most that so many tokens can cost: all input at the dearest input kind, all output at the
     * dearest output kind, at the dearest tier that so much input and output can be in, and at the
     * dearest service tier that may answer.
     *
     * @param asked the service tier that the caller asked for
     */
    BigDecimal mostFor(
            long inputTokens,
            long outputTokens,
            long images,
            long audioMs,
            Instant startedAt,
            @Nullable String asked) {
        var tokens = tokensAt(null, inputTokens, outputTokens);
        var context = Math.addExact(inputTokens, outputTokens);
        for (var tier : tiers) {
            if (tier.aboveInputTokens() < context) {
                tokens = tokens.max(tokensAt(tier, inputTokens, outputTokens));
            }
        }
        var sum =
                tokens.movePointLeft(6)
                        .add(perRequest == null ? BigDecimal.ZERO : perRequest)
                        .add(times(perImage, BigDecimal.valueOf(images)))
                        .add(times(perSecond, seconds(audioMs)));
        return times(sum, factors(startedAt, null)).multiply(dearestFactor(asked));
    }

    private BigDecimal tokensAt(@Nullable PriceTier tier, long input, long output) {
        return dearest(true, tier)
                .multiply(BigDecimal.valueOf(input))
                .add(dearest(false, tier).multiply(BigDecimal.valueOf(output)));
    }

    /**
     * An answer may come at the usual tier whatever was asked. Who asks for none, or for one that
     * nobody knows here, leaves it to the provider.
     */
    private BigDecimal dearestFactor(@Nullable String asked) {
        var most = BigDecimal.ONE;
        var named = asked != null && serviceTiers.containsKey(asked);
        for (var entry : serviceTiers.entrySet()) {
            if (named ? entry.getKey().equals(asked) : !ServiceTiers.isUsual(asked)) {
                most = most.max(entry.getValue());
            }
        }
        return most;
    }

    /** Whether tokens of the answer cost anything. */
    public boolean pricesOutput() {
        return dearest(false, null).signum() > 0
                || tiers.stream().anyMatch(tier -> dearest(false, tier).signum() > 0);
    }

    private List<PriceFactor> factors(Instant startedAt, @Nullable String serviceTier) {
        if (bands.isEmpty() && serviceTiers.isEmpty()) {
            return List.of();
        }
        var factors = new ArrayList<PriceFactor>(2);
        for (var band : bands) {
            if (band.holds(startedAt)) {
                factors.add(new PriceFactor(PriceFactor.BAND, band.text(), band.factor()));
                break;
            }
        }
        var factor = serviceTier == null ? null : serviceTiers.get(serviceTier);
        if (serviceTier != null && factor != null) {
            factors.add(new PriceFactor(PriceFactor.SERVICE_TIER, serviceTier, factor));
        }
        return factors;
    }

    /** The highest tier that the input is above; null where it is above none. */
    private @Nullable PriceTier tierOf(long inputTokens) {
        PriceTier highest = null;
        for (var tier : tiers) {
            if (inputTokens > tier.aboveInputTokens()
                    && (highest == null || tier.aboveInputTokens() > highest.aboveInputTokens())) {
                highest = tier;
            }
        }
        return highest;
    }

    private static BigDecimal times(BigDecimal amount, List<PriceFactor> factors) {
        var product = amount;
        for (var factor : factors) {
            product = product.multiply(factor.factor());
        }
        return product;
    }

    private static BigDecimal times(@Nullable BigDecimal price, BigDecimal many) {
        return price == null ? BigDecimal.ZERO : price.multiply(many);
    }

    private static BigDecimal seconds(long ms) {
        return BigDecimal.valueOf(ms, 3);
    }

    private BigDecimal dearest(boolean input, @Nullable PriceTier tier) {
        var most = BigDecimal.ZERO;
        for (var kind : TokenKind.values()) {
            var price = kind.isInput() == input ? perMillionOf(kind, tier) : null;
            most = price == null ? most : most.max(price);
        }
        return most;
    }

    /** Null where neither the kind nor its plain kind has a price. */
    private @Nullable BigDecimal perMillionOf(TokenKind kind, @Nullable PriceTier tier) {
        var own = tier == null ? null : tier.perMillion().get(kind);
        own = own == null ? perMillion.get(kind) : own;
        if (own != null) {
            return own;
        }
        return switch (kind) {
            case INPUT, OUTPUT -> null;
            case CACHED_INPUT, CACHE_WRITE, AUDIO_INPUT -> perMillionOf(TokenKind.INPUT, tier);
            case CACHE_WRITE_1H -> perMillionOf(TokenKind.CACHE_WRITE, tier);
            case REASONING, AUDIO_OUTPUT -> perMillionOf(TokenKind.OUTPUT, tier);
        };
    }
}
