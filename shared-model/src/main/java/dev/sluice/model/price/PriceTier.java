package dev.sluice.model.price;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;

/**
 * Other prices for long prompts: a call with more input than this pays them for all its tokens.
 * Kinds that the tier does not name cost what they cost without it.
 *
 * @param aboveInputTokens all input counts, cached input too
 */
public record PriceTier(long aboveInputTokens, Map<TokenKind, BigDecimal> perMillion) {
    public PriceTier {
        Objects.requireNonNull(perMillion, "perMillion is null");
        perMillion = Map.copyOf(perMillion);
    }
}
