package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.dialect.gemini.part.Field;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import java.util.LinkedHashMap;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads requests. */
final class RequestReading {
    /** What of the generation config has no place in the conversation, named with its path. */
    static final String CONFIG_PREFIX = "generationConfig.";

    private static final Field TOOLS = Field.of("tools");
    static final Field TOOL_CONFIG = Field.of("toolConfig");
    private static final Set<String> KNOWN =
            Field.names(
                    ContentsReader.CONTENTS,
                    ContentsReader.SYSTEM,
                    ContentsReader.CACHED,
                    GeminiEnvelope.GENERATION_CONFIG,
                    TOOLS,
                    TOOL_CONFIG,
                    Field.of("model"));

    private RequestReading() {}

    static ChatRequest read(Door door, JsonFields body) {
        var root = ForeignJson.read(body.bytes());
        var config = new GenerationReader(GeminiEnvelope.GENERATION_CONFIG.in(root));
        var choice = ToolReader.choice(TOOL_CONFIG.in(root));
        return new ChatRequest(
                new ContentsReader().read(root),
                ToolReader.read(TOOLS.in(root)),
                choice,
                null,
                config.sampling(),
                config.cap(),
                config.candidates(),
                config.format(),
                config.reasoning(),
                Boolean.TRUE.equals(door.stream()),
                null,
                rest(root, config));
    }

    private static Extensions rest(JsonNode root, GenerationReader config) {
        var rest = new LinkedHashMap<>(Field.rest(root, KNOWN).fields());
        config.rest().fields().forEach((name, value) -> rest.put(CONFIG_PREFIX + name, value));
        var toolConfig = TOOL_CONFIG.in(root);
        if (ToolReader.saysMore(toolConfig)) {
            rest.put(TOOL_CONFIG.camel(), toolConfig);
        }
        return rest.isEmpty() ? Extensions.NONE : new Extensions(Dialect.GEMINI, rest);
    }
}
