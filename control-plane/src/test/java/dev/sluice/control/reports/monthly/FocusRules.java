package dev.sluice.control.reports.monthly;

import dev.sluice.model.json.SluiceJson;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/** The rules of FOCUS 1.1 that a row of cost and usage without commitments is under. */
final class FocusRules {
    private static final Set<String> MANDATORY =
            words(
                    """
                    BilledCost BillingAccountId BillingAccountName BillingCurrency BillingPeriodEnd
                    BillingPeriodStart ChargeCategory ChargeClass ChargeDescription ChargePeriodEnd
                    ChargePeriodStart ContractedCost EffectiveCost InvoiceIssuerName ListCost
                    PricingQuantity PricingUnit ProviderName PublisherName ServiceCategory
                    ServiceName
                    """);
    private static final Set<String> OPTIONAL =
            words(
                    """
                    AvailabilityZone CapacityReservationId CapacityReservationStatus ChargeFrequency
                    CommitmentDiscountCategory CommitmentDiscountId CommitmentDiscountName
                    CommitmentDiscountQuantity CommitmentDiscountStatus CommitmentDiscountType
                    CommitmentDiscountUnit ConsumedQuantity ConsumedUnit ContractedUnitPrice
                    ListUnitPrice PricingCategory RegionId RegionName ResourceId ResourceName
                    ResourceType ServiceSubcategory SkuId SkuMeter SkuPriceDetails SkuPriceId
                    SubAccountId SubAccountName Tags
                    """);
    private static final Set<String> NEVER_NULL =
            words(
                    """
                    BilledCost BillingAccountId BillingCurrency BillingPeriodEnd BillingPeriodStart
                    ChargeCategory ChargePeriodEnd ChargePeriodStart ContractedCost EffectiveCost
                    InvoiceIssuerName ListCost ProviderName PublisherName ServiceCategory ServiceName
                    BillingAccountName ChargeDescription ChargeFrequency ServiceSubcategory
                    """);
    private static final Set<String> DECIMAL =
            words(
                    """
                    BilledCost ConsumedQuantity ContractedCost EffectiveCost ListCost
                    PricingQuantity
                    """);
    private static final Set<String> TIMES =
            words("BillingPeriodEnd BillingPeriodStart ChargePeriodEnd ChargePeriodStart");
    private static final Map<String, Set<String>> ALLOWED =
            Map.of(
                    "ChargeCategory", words("Usage Purchase Tax Credit Adjustment"),
                    "ChargeClass", words("Correction"),
                    "ChargeFrequency", words("One-Time Recurring Usage-Based"));
    private static final Set<String> OF_MACHINE_LEARNING =
            Set.of(
                    "Bots",
                    "Generative AI",
                    "Machine Learning",
                    "Natural Language Processing",
                    "Other (AI and Machine Learning)");

    private final List<String> faults = new ArrayList<>();

    private FocusRules() {}

    private static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+"));
    }

    /** What a file breaks; empty for a sound one. */
    static List<String> faults(String csv) {
        var rules = new FocusRules();
        var table = CsvTable.of(csv);
        rules.checkColumns(table.columns());
        table.rows().forEach(rules::checkRow);
        return rules.faults;
    }

    private void require(boolean isSound, String fault) {
        if (!isSound) {
            faults.add(fault);
        }
    }

    private void checkColumns(List<String> columns) {
        for (var name : MANDATORY) {
            require(columns.contains(name), name + " is missing");
        }
        require(Set.copyOf(columns).size() == columns.size(), "a column stands twice");
        boolean isCustom = false;
        for (var name : columns) {
            var isOurs = name.startsWith("x_");
            require(isOurs || !isCustom, name + " stands after a custom column");
            isCustom |= isOurs;
            require(
                    isOurs || MANDATORY.contains(name) || OPTIONAL.contains(name),
                    name + " is no column");
            require(name.matches("(x_)?[A-Z][A-Za-z0-9]{0,47}"), name + " is no column ID");
        }
    }

    private void checkRow(Map<String, String> cells) {
        var row = new LinkedHashMap<String, String>();
        cells.forEach((name, text) -> {
            if (!text.isEmpty()) {
                row.put(name, text);
            }
        });
        for (var name : NEVER_NULL) {
            require(!cells.containsKey(name) || row.containsKey(name), name + " is null");
        }
        row.forEach(this::checkCell);
        checkTimes(row);
        checkCharge(row);
        checkPairs(row);
    }

    private void checkCell(String name, String text) {
        if (DECIMAL.contains(name)) {
            require(text.matches("-?[0-9]+(\\.[0-9]+)?"), name + " is no decimal: " + text);
        }
        if (TIMES.contains(name)) {
            require(
                    text.matches("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z"),
                    name + " is no time: " + text);
        }
        if (ALLOWED.containsKey(name)) {
            require(ALLOWED.get(name).contains(text), name + " is not allowed: " + text);
        }
        if (name.endsWith("Unit")) {
            require(text.matches("([0-9]+ )?[A-Z][A-Za-z]*s"), name + " is no unit: " + text);
        }
        require(!Set.of("null", "N/A", "Not Applicable").contains(text), name + " is no value");
    }

    private void checkTimes(Map<String, String> row) {
        for (var period : List.of("BillingPeriod", "ChargePeriod")) {
            var start = row.get(period + "Start");
            var end = row.get(period + "End");
            // Times of one form sort like their texts.
            if (start != null && end != null) {
                require(start.compareTo(end) < 0, period + " ends before it begins");
            }
        }
    }

    private void checkCharge(Map<String, String> row) {
        var category = row.getOrDefault("ChargeCategory", "");
        var isCorrection = row.containsKey("ChargeClass");
        var isUsage = category.equals("Usage");
        for (var name : List.of("PricingQuantity", "PricingUnit", "SkuId", "SkuPriceId")) {
            if ((isUsage || category.equals("Purchase")) && !isCorrection) {
                require(row.containsKey(name), name + " of usage is null");
            }
            require(!category.equals("Tax") || !row.containsKey(name), name + " of tax is set");
        }
        if (isUsage && !isCorrection) {
            var consumed = row.getOrDefault("ConsumedQuantity", "0");
            require(new BigDecimal(consumed).signum() > 0, "ConsumedQuantity is not positive");
        }
        if (!isUsage) {
            require(!row.containsKey("ConsumedQuantity"), "ConsumedQuantity without usage");
            // Without a unit price and without charges that it was calculated from.
            for (var cost : List.of("ContractedCost", "EffectiveCost", "ListCost")) {
                require(row.get("BilledCost").equals(row.get(cost)), cost + " is another one");
            }
        }
        if (category.equals("Purchase")) {
            require(!"Usage-Based".equals(row.get("ChargeFrequency")), "a purchase by usage");
        }
    }

    private void checkPairs(Map<String, String> row) {
        require(
                row.containsKey("ConsumedQuantity") == row.containsKey("ConsumedUnit"),
                "ConsumedQuantity and its unit");
        require(
                row.containsKey("ResourceId") == row.containsKey("ResourceType"),
                "ResourceId and its type");
        require(
                row.containsKey("SubAccountId") == row.containsKey("SubAccountName"),
                "SubAccountId and its name");
        if ("AI and Machine Learning".equals(row.get("ServiceCategory"))) {
            require(
                    OF_MACHINE_LEARNING.contains(row.get("ServiceSubcategory")),
                    "ServiceSubcategory is of another category");
        }
        require(
                Currency.getAvailableCurrencies().stream()
                        .map(Currency::getCurrencyCode)
                        .collect(Collectors.toSet())
                        .contains(row.get("BillingCurrency")),
                "BillingCurrency is none");
        require(isKeysAndValues(row.getOrDefault("Tags", "{}")), "Tags are no flat object");
    }

    private static boolean isKeysAndValues(String text) {
        try {
            var tags = SluiceJson.mapper().readTree(text);
            return tags.isObject()
                    && Stream.of(tags)
                            .flatMap(it -> it.valueStream())
                            .noneMatch(it -> it.isObject() || it.isArray());
        } catch (JacksonException noJson) {
            return false;
        }
    }
}
