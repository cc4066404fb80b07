package dev.sluice.control.reports.monthly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.periods.Statement;
import dev.sluice.control.periods.Statement.Correction;
import dev.sluice.control.periods.Statement.Line;
import dev.sluice.control.periods.Statement.Tokens;
import dev.sluice.model.money.Money;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FocusCsvTest {
    private static final YearMonth MONTH = YearMonth.of(2023, 10);
    private static final Tokens TOKENS = new Tokens(10, 4, 0, 5, 0, 0, 0);

    private static String file() {
        var lines =
                List.of(
                        new Line("bot", "retail", "chat", "m1", 3, TOKENS, money("1.5"), "USD"),
                        new Line("bot", null, "draw", "m2", 2, Tokens.NONE, money("0.08"), "USD"),
                        new Line("bot", null, "chat", null, 1, Tokens.NONE, Money.ZERO, "USD"),
                        new Line("bot", null, "chat", "m3", 0, TOKENS, money("-0.1"), "USD"));
        var adjustments =
                List.of(
                        correction("late-usage", MONTH.minusMonths(1), "bot", 1, TOKENS),
                        correction("re-rating", MONTH.minusMonths(2), "bot", 0, Tokens.NONE),
                        correction("re-rating", MONTH, "bot", 0, Tokens.NONE),
                        correction("manual", null, null, 0, Tokens.NONE));
        var bill =
                new Statement(
                        Statement.VERSION,
                        "acme",
                        MONTH,
                        ZoneId.of("Europe/Berlin"),
                        Instant.parse("2023-09-30T22:00:00Z"),
                        Instant.parse("2023-10-31T23:00:00Z"),
                        false,
                        null,
                        null,
                        lines,
                        adjustments,
                        List.of());
        return FocusCsv.of(
                MonthlyReport.of(
                        MONTH,
                        Grouping.DEFAULT,
                        List.of(bill),
                        MonthlyLines.of(bill, Grouping.DEFAULT),
                        "USD"));
    }

    private static Correction correction(
            String kind, YearMonth usedIn, String app, long requests, Tokens tokens) {
        return new Correction(
                kind,
                usedIn,
                app,
                null,
                null,
                null,
                requests,
                tokens,
                money("-0.02"),
                "USD",
                "as agreed",
                "CN-1");
    }

    private static Money money(String text) {
        return Money.parse(text);
    }

    @Test
    void keepsTheRulesOfTheSpecification() {
        assertThat(FocusRules.faults(file())).isEmpty();
    }

    @Test
    void tellsUsageFromAdjustmentsAndTheirMonths() {
        var rows = CsvTable.of(file()).rows();

        assertThat(rows)
                .extracting(it -> it.get("ChargeCategory") + " " + it.get("ChargeClass"))
                .containsExactly(
                        "Usage ",
                        "Adjustment ",
                        "Usage ",
                        "Usage ",
                        "Usage Correction",
                        "Adjustment Correction",
                        "Adjustment ",
                        "Adjustment ");
        assertThat(rows)
                .extracting(it -> it.get("PricingQuantity") + " " + it.get("PricingUnit"))
                .startsWith("1 Requests", " ", "2 Requests", "15 Tokens");
        // Summer time ended in October.
        assertThat(rows.get(0)).containsEntry("ChargePeriodEnd", "2023-10-31T23:00:00Z");
        assertThat(rows.get(4))
                .containsEntry("ChargePeriodStart", "2023-08-31T22:00:00Z")
                .containsEntry("ChargePeriodEnd", "2023-09-30T22:00:00Z")
                .containsEntry("BillingPeriodStart", "2023-09-30T22:00:00Z");
    }

    /** The rules themselves find what is wrong. */
    @ParameterizedTest
    @CsvSource({
        "BilledCost, 1.50E2",
        "BillingCurrency, Dollar",
        "BillingPeriodStart, 2023-10-01",
        "ChargeCategory, usage",
        "ChargeClass, Late",
        "ConsumedQuantity, 0",
        "PricingUnit, tokens",
        "ProviderName, ''",
        "ResourceType, ''",
        "SkuId, ''",
        "Tags, '[1]'"
    })
    void refusesWhatTheSpecificationRefuses(String column, String text) {
        var table = CsvTable.of(file());
        var first = new LinkedHashMap<String, String>(table.rows().getFirst());
        first.put(column, text);

        assertThat(FocusRules.faults(written(table.columns(), first))).isNotEmpty();
    }

    @Test
    void missesWhatIsMandatory() {
        var table = CsvTable.of(file());
        var columns = table.columns().stream().filter(it -> !it.equals("ListCost")).toList();

        assertThat(FocusRules.faults(written(columns, table.rows().getFirst())))
                .containsExactly("ListCost is missing");
    }

    private static String written(List<String> columns, Map<String, String> row) {
        return new CsvText()
                .row(columns.toArray())
                .row(columns.stream().map(row::get).toArray())
                .toString();
    }
}
