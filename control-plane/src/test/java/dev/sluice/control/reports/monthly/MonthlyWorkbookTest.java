package dev.sluice.control.reports.monthly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.periods.Dimension;
import dev.sluice.control.periods.Statement.Tokens;
import dev.sluice.model.money.Money;
import java.io.IOException;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MonthlyWorkbookTest {
    private static final YearMonth MONTH = YearMonth.of(2026, 11);

    private static MonthlyReport.Line line(String app, long nanos, String currency) {
        return new MonthlyReport.Line(
                "acme",
                Map.of(Dimension.APP, app, Dimension.ALIAS, "chat", Dimension.MODEL, "m1"),
                MonthlyReport.Line.USAGE,
                MONTH,
                2,
                new Tokens(10, 0, 0, 5, 0, 0, 0),
                new Money(nanos),
                currency,
                null,
                null);
    }

    private static List<String> cells(List<MonthlyReport.Line> lines) throws IOException {
        var report = MonthlyReport.of(MONTH, Grouping.DEFAULT, List.of(), lines, "USD");
        var file = MonthlyWorkbook.of(report, Instant.parse("2026-12-01T00:00:00Z"));
        return WorkbookText.of(file).lines().toList();
    }

    @Test
    void addsUpEachCurrencyOnItsOwn() throws IOException {
        var cells =
                cells(
                        List.of(
                                line("a", 100_000_000, "USD"),
                                line("b", 200_000_000, "USD"),
                                line("c", 7, "EUR")));

        // A sum of two binary fractions would be 0.30000000000000004.
        assertThat(cells)
                .contains(
                        "A5 text total",
                        "O5 number 0.000000007 as #,##0.00#######",
                        "P5 text EUR",
                        "G6 number 4 as #,##0",
                        "O6 number 0.3 as #,##0.00#######",
                        "P6 text USD");
    }

    @Test
    void writesNoFigureThatASpreadsheetWouldRound() throws IOException {
        var cells =
                cells(
                        List.of(
                                line("a", 999_999_999_999_999L, "USD"),
                                line("b", -1_000_000_000_000_001L, "USD"),
                                line("c", Long.MAX_VALUE, "EUR")));

        assertThat(cells)
                .contains(
                        "O2 number 999999.999999999 as #,##0.00#######",
                        "O3 text -1000000.000000001",
                        "O4 text 9223372036.854775807");
    }

    @Test
    void writesNamesAsTextWhateverTheySay() throws IOException {
        assertThat(cells(List.of(line("=1+1", 1, "USD")))).contains("C2 text =1+1");
    }

    @Test
    void keepsEveryLineOfALargeMonth() throws IOException {
        var lines = IntStream.range(0, 2_000).mapToObj(n -> line("app" + n, n, "USD")).toList();

        assertThat(cells(lines))
                .contains(
                        "sheet 2026-11, frozen above row 2",
                        "C2 text app0",
                        "C2001 text app1999",
                        "G2002 number 4000 as #,##0",
                        "O2002 number 0.001999 as #,##0.00#######");
    }

    @Test
    void saysThatAnEmptyMonthCostNothing() throws IOException {
        assertThat(cells(List.of()))
                .contains("O2 number 0 as #,##0.00#######", "P2 text USD", "A1 text month");
    }
}
