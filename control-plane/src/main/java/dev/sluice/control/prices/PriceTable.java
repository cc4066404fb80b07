package dev.sluice.control.prices;

import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.file.ConfigDocumentReader;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * A list in our own words: each row names a model, ours or its provider's, and has the fields that
 * a price of the config file has.
 */
final class PriceTable implements PriceList {
    private final List<Row> rows;

    /**
     * One entry.
     *
     * @param upstream that it is about alone; null for all
     * @param line where it begins; null where the place says enough
     */
    record Row(
            String model,
            @Nullable String upstream,
            String place,
            @Nullable Integer line,
            ObjectNode fields) {}

    private PriceTable(List<Row> rows) {
        this.rows = List.copyOf(rows);
    }

    /** Fails with every fault. */
    static PriceTable of(List<Row> rows, List<FaultAt> faultsSoFar) {
        var faults = new ArrayList<>(faultsSoFar);
        var places = new HashMap<String, String>();
        for (var row : rows) {
            check(row, faults);
            var what =
                    row.model()
                            + " "
                            + row.upstream()
                            + " "
                            + row.fields().path("from").asString("");
            var before = places.put(what, row.place());
            if (before != null) {
                faults.add(
                        new FaultAt(
                                row.line(),
                                row.place(),
                                "model '" + row.model() + "' has a price at " + before));
            }
        }
        if (rows.isEmpty() && faults.isEmpty()) {
            faults.add(new FaultAt(1, "", "has no prices"));
        }
        if (!faults.isEmpty()) {
            throw Refusal.invalid(LiteLlmMap.FAULTY, faults);
        }
        return new PriceTable(rows);
    }

    /** Held against the rules of the config file, so that a list knows exactly its fields. */
    private static void check(Row row, List<FaultAt> faults) {
        var price = row.fields().deepCopy();
        if (!price.has("from")) {
            price.put("from", Instant.EPOCH.toString());
        }
        var body = SluiceJson.mapper().createObjectNode();
        body.put("name", "listed").put("upstream", "listed");
        body.putArray("prices").add(price);
        String text;
        try {
            text = SluiceJson.mapper().writeValueAsString(body);
        } catch (JacksonException unwritable) {
            faults.add(
                    new FaultAt(row.line(), row.place(), "holds a number that no price can have"));
            return;
        }
        var read = ConfigDocumentReader.read(DocumentKind.MODEL, "listed", text);
        for (var fault : read.faults()) {
            var field = fault.path().replaceFirst("^prices\\[0]\\.?", "");
            var place = row.place() + (field.isEmpty() ? "" : "." + field);
            faults.add(new FaultAt(row.line(), place, fault.message()));
        }
    }

    @Override
    public List<ListedPrice> of(UpstreamModel model, @Nullable Upstream upstream) {
        // Our own name says more than the provider's, which several upstreams may share.
        var named = rows.stream().filter(row -> isOf(row, model, model.name())).toList();
        var found =
                named.isEmpty()
                        ? rows.stream()
                                .filter(row -> isOf(row, model, model.providerName()))
                                .toList()
                        : named;
        return found.stream()
                .map(row ->
                        new ListedPrice(
                                row.model(), row.place(), row.fields(), List.of(), List.of()))
                .toList();
    }

    private static boolean isOf(Row row, UpstreamModel model, String name) {
        return row.model().equals(name)
                && (row.upstream() == null || row.upstream().equals(model.upstream()));
    }

    @Override
    public List<String> names() {
        return rows.stream().map(Row::model).distinct().toList();
    }
}
