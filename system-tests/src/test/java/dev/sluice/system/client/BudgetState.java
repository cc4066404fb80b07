package dev.sluice.system.client;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/**
 * One budget as the control plane shows it.
 *
 * @param source {@code store} or, with the shared counters away, {@code ledger}
 */
public record BudgetState(
        BigDecimal limit, BigDecimal spent, BigDecimal held, BigDecimal remaining, String source) {
    static BudgetState of(JsonNode item) {
        return new BudgetState(
                amount(item.path("limit")),
                amount(item.path("spent")),
                amount(item.path("held")),
                amount(item.path("remaining")),
                item.path("source").asString(""));
    }

    private static BigDecimal amount(JsonNode value) {
        return new BigDecimal(value.asString("0"));
    }
}
