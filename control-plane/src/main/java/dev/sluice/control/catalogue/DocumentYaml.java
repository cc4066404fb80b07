package dev.sluice.control.catalogue;

import dev.sluice.model.json.SluiceJson;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import tools.jackson.databind.JsonNode;

/** JSON of documents as the text of a config file. */
public final class DocumentYaml {
    private DocumentYaml() {}

    public static String write(JsonNode root) {
        var settings =
                DumpSettings.builder()
                        .setDefaultFlowStyle(FlowStyle.BLOCK)
                        .setIndicatorIndent(2)
                        .setIndentWithIndicator(true)
                        .build();
        // Plain maps, lists and values, as the YAML writer takes them.
        return new Dump(settings)
                .dumpToString(plain(SluiceJson.mapper().convertValue(root, Object.class)));
    }

    /** A decimal number that is whole stands as a whole number, else it would need a tag. */
    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> fields -> {
                var all = new LinkedHashMap<Object, @Nullable Object>();
                fields.forEach((name, field) -> all.put(name, plain(field)));
                yield all;
            }
            case List<?> items -> {
                var all = new ArrayList<@Nullable Object>();
                items.forEach(item -> all.add(plain(item)));
                yield all;
            }
            case BigDecimal number when number.scale() <= 0 -> number.toBigIntegerExact();
            case null, default -> value;
        };
    }
}
