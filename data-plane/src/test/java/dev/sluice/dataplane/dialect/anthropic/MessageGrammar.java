package dev.sluice.dataplane.dialect.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Holds a stream against the grammar of the dialect, event by event. */
final class MessageGrammar {
    private static final Map<String, Set<String>> DELTAS =
            Map.of(
                    "text", Set.of("text_delta", "citations_delta"),
                    "thinking", Set.of("thinking_delta", "signature_delta"),
                    "tool_use", Set.of("input_json_delta"));

    private final List<JsonNode> events = new ArrayList<>();
    private final Set<String> callIds = new HashSet<>();
    private String open;
    private int index = -1;
    private boolean filled;

    /** The events of a stream that must be right and complete, or end with an error. */
    static List<JsonNode> check(byte[] bytes) {
        var grammar = new MessageGrammar();
        var text = new String(bytes, StandardCharsets.UTF_8);
        assertThat(text).endsWith("\n\n");
        for (var frame : text.split("\n\n")) {
            var lines = frame.split("\n");
            assertThat(lines).as(frame).hasSize(2);
            var payload = SluiceJson.mapper().readTree(lines[1].substring("data: ".length()));
            assertThat(lines[0]).isEqualTo("event: " + payload.path("type").asString());
            grammar.take(payload);
        }
        grammar.atEnd();
        return grammar.events;
    }

    private void take(JsonNode event) {
        var type = event.path("type").asString();
        if (type.equals("ping")) {
            return;
        }
        assertThat(type.equals("message_start") || type.equals("error"))
                .as("first event")
                .isEqualTo(events.isEmpty() || type.equals("error"));
        assertThat(events).as("nothing follows the end").noneMatch(MessageGrammar::isEnd);
        switch (type) {
            case "message_start" -> start(event.path("message"));
            case "content_block_start" -> openBlock(event);
            case "content_block_delta" -> delta(event);
            case "content_block_stop" -> close(event);
            case "message_delta" -> {
                assertThat(open).isNull();
                assertThat(event.path("delta").path("stop_reason").isString()).isTrue();
                assertThat(event.path("usage").path("output_tokens").isNumber()).isTrue();
            }
            case "message_stop" ->
                    assertThat(events.getLast().path("type").asString()).isEqualTo("message_delta");
            case "error" -> {
                assertThat(open == null || open.equals("tool_use")).isTrue();
                assertThat(event.path("error").path("message").isString()).isTrue();
            }
            default -> throw new AssertionError("an event that does not exist: " + type);
        }
        events.add(event);
    }

    private static boolean isEnd(JsonNode event) {
        return Set.of("message_stop", "error").contains(event.path("type").asString());
    }

    private static void start(JsonNode message) {
        assertThat(message.path("id").asString()).startsWith("msg_");
        assertThat(message.path("role").asString()).isEqualTo("assistant");
        assertThat(message.path("content").isEmpty()).isTrue();
        assertThat(message.path("stop_reason").isNull()).isTrue();
        assertThat(message.path("usage").path("input_tokens").isNumber()).isTrue();
    }

    private void openBlock(JsonNode event) {
        assertThat(open).as("blocks never overlap").isNull();
        assertThat(event.path("index").asInt()).isEqualTo(++index);
        var block = event.path("content_block");
        open = block.path("type").asString();
        filled = !DELTAS.containsKey(open);
        if (open.equals("tool_use")) {
            filled = true;
            assertThat(block.path("id").asString()).matches("[a-zA-Z0-9_-]+");
            assertThat(callIds.add(block.path("id").asString())).as("ids differ").isTrue();
            assertThat(block.path("input").isObject()).isTrue();
        }
    }

    private void delta(JsonNode event) {
        assertThat(event.path("index").asInt()).isEqualTo(index);
        assertThat(DELTAS.getOrDefault(open, Set.of()))
                .contains(event.path("delta").path("type").asString());
        filled = true;
    }

    private void close(JsonNode event) {
        assertThat(open).isNotNull();
        assertThat(event.path("index").asInt()).isEqualTo(index);
        assertThat(filled).as("no block is empty").isTrue();
        open = null;
    }

    private void atEnd() {
        assertThat(events).isNotEmpty();
        assertThat(isEnd(events.getLast())).as("the end is there").isTrue();
    }
}
