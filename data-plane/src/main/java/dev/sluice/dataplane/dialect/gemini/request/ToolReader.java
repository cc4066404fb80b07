package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.conversation.Tool;
import dev.sluice.dataplane.conversation.ToolChoice;
import dev.sluice.dataplane.conversation.ToolChoice.Mode;
import dev.sluice.dataplane.dialect.gemini.part.Field;
import dev.sluice.dataplane.dialect.gemini.schema.OpenApiSchema;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads tools and the choice among them. */
final class ToolReader {
    private static final Field FUNCTIONS = Field.of("functionDeclarations");
    private static final Field DESCRIPTION = Field.of("description");
    private static final Field PARAMETERS = Field.of("parameters");
    private static final Field JSON_PARAMETERS = Field.of("parametersJsonSchema");
    private static final Field CALLING = Field.of("functionCallingConfig");
    private static final Field MODE = Field.of("mode");
    private static final Field ALLOWED = Field.of("allowedFunctionNames");
    private static final Set<String> OF_FUNCTION =
            Field.names(Field.NAME, DESCRIPTION, PARAMETERS, JSON_PARAMETERS);

    private ToolReader() {}

    static List<Tool> read(JsonNode array) {
        var tools = new ArrayList<Tool>();
        var all = array.isObject() ? List.of(array) : List.copyOf(array.values());
        for (var node : all) {
            for (var field : node.properties()) {
                if (field.getValue().isNull()) {
                    continue;
                }
                if (field.getKey().equals(FUNCTIONS.camel())
                        || field.getKey().equals(FUNCTIONS.snake())) {
                    field.getValue().values().forEach(one -> tools.add(function(one)));
                } else {
                    var own = SluiceJson.mapper().createObjectNode();
                    own.set(field.getKey(), field.getValue());
                    tools.add(new Tool.Hosted(Dialect.GEMINI, field.getKey(), own));
                }
            }
        }
        return tools;
    }

    private static Tool function(JsonNode node) {
        var schema = JSON_PARAMETERS.in(node);
        if (!schema.isObject()) {
            schema = OpenApiSchema.asJsonSchema(PARAMETERS.in(node));
        }
        return new Tool.Function(
                Field.NAME.text(node, ""),
                DESCRIPTION.text(node),
                schema.isObject() ? schema : null,
                null,
                null,
                Field.rest(node, OF_FUNCTION));
    }

    static @Nullable ToolChoice choice(JsonNode toolConfig) {
        var calling = CALLING.in(toolConfig);
        if (!calling.isObject()) {
            return null;
        }
        var names = new ArrayList<String>();
        ALLOWED.in(calling).values().forEach(name -> names.add(name.asString("")));
        return switch (MODE.in(calling).asString("")) {
            case "NONE", "3" -> ToolChoice.of(Mode.NONE);
            case "ANY", "2" ->
                    names.size() == 1
                            ? ToolChoice.named(names.getFirst())
                            : new ToolChoice(Mode.REQUIRED, names);
            default -> new ToolChoice(Mode.AUTO, names);
        };
    }

    /** Whether the config says what a choice of tools cannot. */
    static boolean saysMore(JsonNode toolConfig) {
        if (!toolConfig.isObject() || toolConfig.isEmpty()) {
            return false;
        }
        var calling = CALLING.in(toolConfig);
        var mode = MODE.in(calling).asString("");
        return toolConfig.size() > 1
                || !calling.isObject()
                || !Set.of("AUTO", "ANY", "NONE", "1", "2", "3", "").contains(mode)
                || !Field.rest(calling, Field.names(MODE, ALLOWED)).isEmpty();
    }
}
