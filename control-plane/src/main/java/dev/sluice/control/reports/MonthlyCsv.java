package dev.sluice.control.reports;

/** The lines of a monthly report as CSV, with the columns of its JSON. */
public final class MonthlyCsv {
    private MonthlyCsv() {}

    public static String of(MonthlyReport report) {
        var csv =
                new CsvText()
                        .row(
                                "month",
                                "tenant",
                                "app",
                                "businessLine",
                                "alias",
                                "model",
                                "requests",
                                "tokens.input",
                                "tokens.cachedInput",
                                "tokens.cacheWrite",
                                "tokens.output",
                                "tokens.reasoning",
                                "tokens.audioInput",
                                "tokens.audioOutput",
                                "cost",
                                "currency");
        for (var line : report.lines()) {
            var tokens = line.tokens();
            csv.row(
                    report.month(),
                    line.tenant(),
                    line.app(),
                    line.businessLine(),
                    line.alias(),
                    line.model(),
                    line.requests(),
                    tokens.input(),
                    tokens.cachedInput(),
                    tokens.cacheWrite(),
                    tokens.output(),
                    tokens.reasoning(),
                    tokens.audioInput(),
                    tokens.audioOutput(),
                    line.cost(),
                    line.currency());
        }
        return csv.toString();
    }
}
