package dev.sluice.admin.periods;

import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Words;
import dev.sluice.control.periods.Statement.Correction;
import dev.sluice.control.periods.Statement.Total;
import dev.sluice.model.money.Money;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What stands in a statement, in the reader's language. */
final class StatementWords {
    private static final String NOBODY = "system";

    private StatementWords() {}

    static String closer(@Nullable String name) {
        return name == null || name.equals(NOBODY) ? Words.text("periods.byCalendar") : name;
    }

    /** As people name it; {@code Z} is a letter of machines. */
    static String zone(ZoneId zone) {
        return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
    }

    /** A sum in each currency. */
    static String sum(List<Total> totals, Function<Total, Money> of) {
        return totals.isEmpty()
                ? Figures.NONE
                : totals.stream()
                        .map(it -> Figures.money(of.apply(it), it.currency()))
                        .collect(Collectors.joining(", "));
    }

    static String kind(Correction correction) {
        var kind = Words.text("reports.kind." + correction.kind());
        return correction.usedIn() == null ? kind : kind + " " + correction.usedIn();
    }
}
