package dev.sluice.control.reconciliation.bills;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.Optional;

/** Results of Anthropic's usage and cost reports. */
final class AnthropicResults {
    private AnthropicResults() {}

    /** Tokens by model and key; what was read from and written to the cache stands beside input. */
    static Optional<BillLine> usage(Instant start, Instant end, Result result) {
        var read = result.tokens("cache_read_input_tokens");
        var written =
                result.tokens("cache_creation", "ephemeral_5m_input_tokens")
                        + result.tokens("cache_creation", "ephemeral_1h_input_tokens");
        var tokens =
                new BilledTokens(
                        result.tokens("uncached_input_tokens") + read + written,
                        read,
                        written,
                        result.tokens("output_tokens"));
        return Optional.of(
                new BillLine(
                        start,
                        end,
                        result.text("model"),
                        result.text("api_key_id"),
                        "",
                        null,
                        tokens,
                        null));
    }

    /** Money in the currency's smallest unit: of dollars, cents. */
    static Optional<BillLine> cost(Instant start, Instant end, Result result) {
        var currency =
                result.faults()
                        .currency(
                                null,
                                result.path() + ".currency",
                                result.node().path("currency").asString(""));
        var kind = result.text("token_type");
        return Optional.of(
                new BillLine(
                        start,
                        end,
                        result.text("model"),
                        "",
                        kind.isEmpty() ? result.text("description") : kind,
                        null,
                        null,
                        result.money(smallestUnit(currency), "amount")));
    }

    private static BigDecimal smallestUnit(String currency) {
        try {
            var digits = Currency.getInstance(currency).getDefaultFractionDigits();
            return BigDecimal.ONE.movePointLeft(Math.max(0, digits));
        } catch (IllegalArgumentException unknown) {
            return BigDecimal.ONE.movePointLeft(2);
        }
    }
}
