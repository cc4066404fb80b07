package dev.sluice.control.reconciliation.bills;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/** Results of OpenAI's organization usage and costs. */
final class OpenAiResults {
    private OpenAiResults() {}

    /** Tokens by model and key, of whichever kind of calls; input includes what was cached. */
    static Optional<BillLine> usage(Instant start, Instant end, Result result) {
        var tokens =
                new BilledTokens(
                        result.tokens("input_tokens"),
                        result.tokens("input_cached_tokens"),
                        result.tokens("input_cache_write_tokens"),
                        result.tokens("output_tokens"));
        return Optional.of(
                new BillLine(
                        start,
                        end,
                        result.text("model"),
                        result.text("api_key_id"),
                        "",
                        result.countOrNull("num_model_requests"),
                        tokens,
                        null));
    }

    /** Money by line item, which begins with the model: {@code gpt-x, cached input}. */
    static Optional<BillLine> cost(Instant start, Instant end, Result result) {
        var item = result.text("line_item");
        var comma = item.indexOf(", ");
        result.faults()
                .currency(
                        null,
                        result.path() + ".amount.currency",
                        result.node().path("amount").path("currency").asString(""));
        return Optional.of(
                new BillLine(
                        start,
                        end,
                        comma < 0 ? item : item.substring(0, comma),
                        result.text("api_key_id"),
                        comma < 0 ? "" : item.substring(comma + 2),
                        null,
                        null,
                        result.money(BigDecimal.ONE, "amount", "value")));
    }
}
