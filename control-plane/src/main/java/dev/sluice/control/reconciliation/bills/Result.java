package dev.sluice.control.reconciliation.bills;

import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One result of a page, with its place, so that what is wrong in it can be named. */
record Result(JsonNode node, String path, BillFaults faults) {
    /** Empty where there is none. */
    String text(String field) {
        var value = node.path(field);
        if (!value.isMissingNode() && !value.isNull() && !value.isString()) {
            faults.add(null, path + "." + field, "must be a text or null");
        }
        return value.asString("");
    }

    /** Zero where there is none. */
    long tokens(String... fields) {
        var value = node;
        for (var field : fields) {
            value = value.path(field);
        }
        return value.isMissingNode() || value.isNull()
                ? 0
                : faults.tokens(null, at(fields), number(value, at(fields)));
    }

    @Nullable Long countOrNull(String field) {
        return node.path(field).isNumber() ? tokens(field) : null;
    }

    /** An amount that must be there: a number, or its text. */
    Money money(BigDecimal unit, String... fields) {
        var value = node;
        for (var field : fields) {
            value = value.path(field);
        }
        var amount = faults.money(null, at(fields), number(value, at(fields)));
        return Money.charged(amount.multiply(unit));
    }

    private BigDecimal number(JsonNode value, String at) {
        if (value.isNumber()) {
            return value.decimalValue();
        }
        try {
            return new BigDecimal(value.asString("none"));
        } catch (NumberFormatException unreadable) {
            faults.add(null, at, "must be a number, not " + value);
            return BigDecimal.ZERO;
        }
    }

    private String at(String... fields) {
        return path + "." + String.join(".", fields);
    }
}
