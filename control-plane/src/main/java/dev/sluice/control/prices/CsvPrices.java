package dev.sluice.control.prices;

import dev.sluice.control.uploads.CsvRows;
import dev.sluice.control.uploads.CsvRows.Row;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.TokenKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A table with a header. {@code model} must be there; the other columns are those of a price. A row
 * with {@code aboveInputTokens} is a tier of the row above it that has the same model, upstream and
 * date and none.
 */
final class CsvPrices {
    private static final String MODEL = "model";
    private static final String UPSTREAM = "upstream";
    private static final String ABOVE = "aboveInputTokens";
    private static final String SERVICE_TIER = "serviceTier:";
    private static final List<String> TEXTS = List.of("from", "to", "currency");
    private static final List<String> EACH = List.of("perRequest", "perImage", "perSecond");
    private static final List<String> KINDS =
            Arrays.stream(TokenKind.values()).map(TokenKind::text).toList();

    private final List<FaultAt> faults = new ArrayList<>();
    private final Map<String, PriceTable.Row> rows = new LinkedHashMap<>();

    private CsvPrices() {}

    static PriceTable read(String text) {
        var known =
                Stream.of(List.of(MODEL, UPSTREAM, ABOVE), TEXTS, EACH, KINDS)
                        .flatMap(List::stream)
                        .toList();
        var reader = new CsvPrices();
        var table = CsvRows.read(text, known, SERVICE_TIER, List.of(MODEL), reader.faults);
        table.forEach(reader::take);
        return PriceTable.of(List.copyOf(reader.rows.values()), reader.faults);
    }

    private void take(Row row) {
        var model = row.get(MODEL);
        if (model == null) {
            faults.add(new FaultAt(row.line(), MODEL, "is empty"));
            return;
        }
        // Rows of a model's tiers find its price by these.
        var key = model + "\n" + row.get(UPSTREAM) + "\n" + row.get("from");
        var above = row.get(ABOVE);
        if (above != null) {
            addTier(row, rows.get(key), above);
            return;
        }
        var added =
                new PriceTable.Row(
                        model, row.get(UPSTREAM), "line " + row.line(), row.line(), fields(row));
        var before = rows.putIfAbsent(key, added);
        if (before != null) {
            faults.add(
                    new FaultAt(
                            row.line(),
                            MODEL,
                            "'" + model + "' has a price at " + before.place() + " already"));
        }
    }

    private static ObjectNode fields(Row row) {
        var fields = SluiceJson.mapper().createObjectNode();
        for (var name : TEXTS) {
            put(fields, name, row.get(name));
        }
        for (var name : EACH) {
            put(fields, name, row.get(name));
        }
        var perMillion = perMillion(row);
        if (!perMillion.isEmpty()) {
            fields.set("perMillion", perMillion);
        }
        row.cells()
                .forEach((name, cell) -> {
                    if (name.startsWith(SERVICE_TIER)) {
                        fields.withObject("/serviceTiers")
                                .put(name.substring(SERVICE_TIER.length()), cell);
                    }
                });
        return fields;
    }

    private static ObjectNode perMillion(Row row) {
        var perMillion = SluiceJson.mapper().createObjectNode();
        KINDS.forEach(kind -> put(perMillion, kind, row.get(kind)));
        return perMillion;
    }

    private static void put(ObjectNode fields, String name, @Nullable String cell) {
        if (cell != null) {
            fields.put(name, cell);
        }
    }

    private void addTier(Row row, PriceTable.@Nullable Row price, String above) {
        if (price == null) {
            faults.add(
                    new FaultAt(
                            row.line(),
                            ABOVE,
                            "has no row above it with the same model, upstream and date, and"
                                    + " without "
                                    + ABOVE));
            return;
        }
        var tier = SluiceJson.mapper().createObjectNode();
        try {
            tier.put(ABOVE, Long.parseLong(above));
        } catch (NumberFormatException unreadable) {
            faults.add(new FaultAt(row.line(), ABOVE, "'" + above + "' is not a number of tokens"));
            return;
        }
        tier.set("perMillion", perMillion(row));
        ArrayNode tiers = price.fields().withArray("/tiers");
        tiers.add(tier);
    }
}
