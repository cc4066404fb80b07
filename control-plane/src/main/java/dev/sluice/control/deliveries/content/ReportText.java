package dev.sluice.control.deliveries.content;

import dev.sluice.control.periods.Statement;
import java.time.YearMonth;
import java.util.List;
import java.util.stream.Collectors;

/** A month in words, for a mail. */
final class ReportText {
    private ReportText() {}

    static String of(YearMonth month, List<Statement> bills) {
        return bills.isEmpty()
                ? "Nothing was used in " + month + ".\n"
                : bills.stream().map(ReportText::of).collect(Collectors.joining("\n"));
    }

    private static String of(Statement statement) {
        var totals =
                statement.totals().stream()
                        .map(it ->
                                "  %s %s for %d requests%n"
                                        .formatted(it.currency(), it.amount(), it.requests()))
                        .collect(Collectors.joining());
        return """
        Usage of %s in %s (%s to %s, %s)

        %s
        %s
        """
                .formatted(
                        statement.tenant(),
                        statement.month(),
                        statement.begins(),
                        statement.ends(),
                        statement.timeZone(),
                        totals.isEmpty() ? "  nothing was used\n" : totals,
                        statement.closed()
                                ? "The month is closed: these figures are final."
                                : "The month is not closed yet: what comes late may change these"
                                        + " figures.");
    }
}
