package dev.sluice.control.reports.monthly;

/** The lines of a monthly report as CSV, with the fields of its JSON as columns. */
final class MonthlyCsv {
    private MonthlyCsv() {}

    static String of(MonthlyReport report) {
        var columns = MonthlyColumn.of(report.grouping());
        var csv = new CsvText();
        csv.row(MonthlyColumn.names(columns).toArray());
        for (var line : report.lines()) {
            csv.row(MonthlyColumn.cells(columns, report.month(), line).toArray());
        }
        return csv.toString();
    }
}
