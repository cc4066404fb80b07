package dev.sluice.control.reconciliation.bills;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file as it was read.
 *
 * @param firstDay that it covers, also where nothing was used
 * @param currency of its money
 * @param warnings what may make it incomplete
 */
public record Bill(
        LocalDate firstDay,
        LocalDate lastDay,
        @Nullable String currency,
        List<BillLine> lines,
        List<String> warnings) {
    public Bill {
        lines = List.copyOf(lines);
        warnings = List.copyOf(warnings);
    }

    public boolean tellsTokens() {
        return lines.stream().anyMatch(line -> line.tokens() != null);
    }

    public boolean tellsMoney() {
        return lines.stream().anyMatch(line -> line.amount() != null);
    }
}
