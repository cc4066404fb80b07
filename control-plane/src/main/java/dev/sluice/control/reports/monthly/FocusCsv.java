package dev.sluice.control.reports.monthly;

import dev.sluice.control.periods.Dimension;
import dev.sluice.control.periods.Statement.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What tenants are billed, in the columns of FOCUS 1.1 (FinOps Open Cost and Usage Specification):
 * one row for each line of the report, so that a tenant's rows add up to its bill. An empty cell is
 * a null.
 */
final class FocusCsv {
    /** The seller, the maker and the issuer of the bill, as far as a tenant can see. */
    private static final String PROVIDER = "Sluice";

    private record Column(String name, Function<FocusCharge, @Nullable Object> value) {}

    private static final List<Column> COLUMNS =
            List.of(
                    new Column("BilledCost", FocusCharge::cost),
                    new Column("BillingAccountId", FocusCharge::tenant),
                    new Column("BillingAccountName", FocusCharge::tenant),
                    new Column("BillingCurrency", FocusCharge::currency),
                    new Column("BillingPeriodEnd", it -> it.billed().end()),
                    new Column("BillingPeriodStart", it -> it.billed().start()),
                    new Column("ChargeCategory", it -> it.isUsage() ? "Usage" : "Adjustment"),
                    new Column("ChargeClass", it -> it.isCorrection() ? "Correction" : null),
                    new Column("ChargeDescription", FocusCharge::description),
                    new Column("ChargeFrequency", it -> it.isUsage() ? "Usage-Based" : "One-Time"),
                    new Column("ChargePeriodEnd", it -> it.used().end()),
                    new Column("ChargePeriodStart", it -> it.used().start()),
                    new Column("ConsumedQuantity", it -> it.isUsage() ? it.requests() : null),
                    new Column("ConsumedUnit", it -> it.isUsage() ? "Requests" : null),
                    new Column("ContractedCost", FocusCharge::cost),
                    new Column("EffectiveCost", FocusCharge::cost),
                    new Column("InvoiceIssuerName", it -> PROVIDER),
                    new Column("ListCost", FocusCharge::cost),
                    new Column("PricingQuantity", FocusCharge::pricedQuantity),
                    new Column("PricingUnit", FocusCharge::pricedUnit),
                    new Column("ProviderName", it -> PROVIDER),
                    new Column("PublisherName", it -> PROVIDER),
                    new Column("ResourceId", FocusCharge::alias),
                    new Column("ResourceName", FocusCharge::alias),
                    new Column("ResourceType", it -> it.alias() == null ? null : "Model Alias"),
                    new Column("ServiceCategory", it -> "AI and Machine Learning"),
                    new Column("ServiceName", it -> FocusCharge.SERVICE),
                    new Column("ServiceSubcategory", it -> "Generative AI"),
                    new Column("SkuId", FocusCharge::sku),
                    new Column("SkuPriceId", FocusCharge::sku),
                    new Column("SubAccountId", FocusCharge::subAccount),
                    new Column("SubAccountName", FocusCharge::app),
                    new Column("Tags", FocusCharge::tags),
                    new Column("x_AdjustmentKind", FocusCharge::kind),
                    new Column("x_AdjustmentReference", FocusCharge::reference),
                    tokens("x_AudioInputTokens", Tokens::audioInput),
                    tokens("x_AudioOutputTokens", Tokens::audioOutput),
                    tokens("x_CachedInputTokens", Tokens::cachedInput),
                    tokens("x_CacheWriteTokens", Tokens::cacheWrite),
                    tokens("x_InputTokens", Tokens::input),
                    tokens("x_OutputTokens", Tokens::output),
                    tokens("x_ReasoningTokens", Tokens::reasoning));

    private FocusCsv() {}

    private static Column tokens(String name, Function<Tokens, Long> kind) {
        return new Column(name, it -> it.isUsage() ? kind.apply(it.tokens()) : null);
    }

    static String of(MonthlyReport report) {
        var columns = columns(report.grouping());
        var csv = new CsvText();
        csv.row(columns.stream().map(Column::name).toArray());
        for (var charge : FocusCharge.of(report)) {
            var cells = new ArrayList<@Nullable Object>();
            columns.forEach(column -> cells.add(column.value().apply(charge)));
            csv.row(cells.toArray());
        }
        return csv.toString();
    }

    /** What FOCUS has no column for stands in one of our own. */
    private static List<Column> columns(Grouping grouping) {
        var columns = new ArrayList<>(COLUMNS);
        Stream.of(Dimension.KEY, Dimension.SUB_KEY, Dimension.END_USER)
                .filter(grouping::has)
                .map(it -> new Column("x_" + capitalised(it.text()), line -> line.of(it)))
                .forEach(columns::add);
        return columns;
    }

    private static String capitalised(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
}
