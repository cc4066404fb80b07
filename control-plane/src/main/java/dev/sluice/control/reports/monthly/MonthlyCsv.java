package dev.sluice.control.reports.monthly;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** The lines of a monthly report as CSV, with the columns of its JSON. */
final class MonthlyCsv {
    private MonthlyCsv() {}

    static String of(MonthlyReport report) {
        var csv = new CsvText();
        var names = new ArrayList<@Nullable Object>();
        names.add("month");
        MonthlyColumn.ALL.forEach(column -> names.add(column.name()));
        csv.row(names.toArray());
        for (var line : report.lines()) {
            var cells = new ArrayList<@Nullable Object>();
            cells.add(report.month());
            MonthlyColumn.ALL.forEach(column -> cells.add(column.value().apply(line)));
            csv.row(cells.toArray());
        }
        return csv.toString();
    }
}
