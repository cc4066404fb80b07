package dev.sluice.system.client;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/** One budget as the control plane shows it. */
public record BudgetState(
        BigDecimal limit, BigDecimal spent, BigDecimal held, BigDecimal remaining) {
    static BudgetState of(JsonNode item) {
        return new BudgetState(
                amount(item.path("limit")),
                amount(item.path("spent")),
                amount(item.path("held")),
                amount(item.path("remaining")));
    }

    private static BigDecimal amount(JsonNode value) {
        return new BigDecimal(value.asString("0"));
    }
}
