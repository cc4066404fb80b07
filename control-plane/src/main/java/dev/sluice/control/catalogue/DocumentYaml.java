package dev.sluice.control.catalogue;

import dev.sluice.model.json.SluiceJson;
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
                .dumpToString(SluiceJson.mapper().convertValue(root, Object.class));
    }
}
