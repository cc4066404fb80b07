package dev.sluice.control.prices;

import dev.sluice.control.uploads.JsonUpload;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** {@code {"prices": [{"model": …, "from": …, "perMillion": {…}, …}]}}. */
final class JsonPrices {
    private static final String LIST = "prices";

    private JsonPrices() {}

    static PriceTable read(String text) {
        var root = JsonUpload.parse(text, LiteLlmMap.FAULTY);
        var list = root.path(LIST);
        if (!list.isArray()) {
            throw Refusal.invalid(
                    LiteLlmMap.FAULTY, List.of(new FaultAt(1, LIST, "must be there, and a list")));
        }
        var faults = new ArrayList<FaultAt>();
        root.propertyNames().stream()
                .filter(name -> !name.equals(LIST))
                .forEach(name -> faults.add(new FaultAt(1, name, "is not known here")));
        var rows = new ArrayList<PriceTable.Row>();
        for (var i = 0; i < list.size(); i++) {
            var place = LIST + "[" + i + "]";
            if (!(list.get(i) instanceof ObjectNode entry)
                    || !entry.path("model").isString()
                    || !(entry.path("upstream").isMissingNode()
                            || entry.path("upstream").isString())) {
                faults.add(
                        new FaultAt(
                                null,
                                place,
                                "must be an object with a model, and of upstream a name or none"));
                continue;
            }
            var fields = entry.deepCopy();
            fields.remove(List.of("model", "upstream"));
            rows.add(
                    new PriceTable.Row(
                            entry.path("model").asString(),
                            entry.has("upstream") ? entry.path("upstream").asString() : null,
                            place,
                            null,
                            fields));
        }
        return PriceTable.of(rows, faults);
    }
}
