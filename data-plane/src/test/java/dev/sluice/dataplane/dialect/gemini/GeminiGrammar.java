package dev.sluice.dataplane.dialect.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What every stream for a caller of the dialect must obey. */
final class GeminiGrammar {
    private GeminiGrammar() {}

    /** Checks server-sent events; returns the chunks. */
    static List<JsonNode> check(byte[] events) {
        var text = new String(events, StandardCharsets.UTF_8);
        assertThat(text).endsWith("\r\n\r\n");
        var chunks = new ArrayList<JsonNode>();
        for (var frame : text.split("\r\n\r\n")) {
            assertThat(frame).startsWith("data: ").doesNotContain("\n", "\r");
            chunks.add(SluiceJson.mapper().readTree(frame.substring("data: ".length())));
        }
        checkChunks(chunks);
        return chunks;
    }

    static void checkChunks(List<JsonNode> chunks) {
        for (var i = 0; i < chunks.size(); i++) {
            var chunk = chunks.get(i);
            var isLast = i == chunks.size() - 1;
            if (chunk.has("error")) {
                assertThat(isLast).isTrue();
                return;
            }
            assertThat(chunk.path("modelVersion").asString("")).isNotEmpty();
            assertThat(chunk.path("responseId")).isEqualTo(chunks.getFirst().path("responseId"));
            var place = 0;
            for (var candidate : chunk.path("candidates").values()) {
                assertThat(candidate.path("index").asInt()).isEqualTo(place++);
                assertThat(candidate.has("finishReason")).isEqualTo(isLast);
                assertThat(candidate.path("index").isInt()).isTrue();
                assertThat(candidate.path("content").path("role").asString("")).isEqualTo("model");
                candidate.path("content").path("parts").values().forEach(GeminiGrammar::checkPart);
            }
        }
    }

    private static void checkPart(JsonNode part) {
        if (part.has("functionCall")) {
            assertThat(part.path("functionCall").path("args").isObject()).isTrue();
            assertThat(part.path("functionCall").path("name").isString()).isTrue();
        }
    }
}
