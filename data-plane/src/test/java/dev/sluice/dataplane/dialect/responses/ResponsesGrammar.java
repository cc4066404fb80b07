package dev.sluice.dataplane.dialect.responses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Checks that a stream keeps the dialect's grammar to the letter, however it ended. */
final class ResponsesGrammar {
    private static final Set<String> TERMINAL =
            Set.of("response.completed", "response.incomplete", "response.failed");

    private final Map<Integer, JsonNode> opened = new TreeMap<>();
    private final Map<Integer, JsonNode> done = new TreeMap<>();
    private final Map<String, StringBuilder> texts = new HashMap<>();
    private final Map<String, Boolean> parts = new HashMap<>();
    private JsonNode terminal;

    private ResponsesGrammar() {}

    /** Fails where the grammar is broken; returns the last event. */
    static JsonNode check(String stream) {
        var grammar = new ResponsesGrammar();
        var events = events(stream);
        assertThat(events.getFirst().path("type").asString()).isEqualTo("response.created");
        assertThat(events.get(1).path("type").asString()).isEqualTo("response.in_progress");
        for (var i = 0; i < events.size(); i++) {
            assertThat(events.get(i).path("sequence_number").asInt(-1)).isEqualTo(i);
            grammar.take(events.get(i));
        }
        grammar.end();
        return events.getLast();
    }

    static List<JsonNode> events(String stream) {
        var events = new ArrayList<JsonNode>();
        for (var frame : stream.split("\n\n")) {
            var lines = frame.split("\n");
            assertThat(lines).hasSize(2);
            var event =
                    SluiceJson.mapper()
                            .readTree(
                                    lines[1].substring("data: ".length())
                                            .getBytes(StandardCharsets.UTF_8));
            assertThat(lines[0]).isEqualTo("event: " + event.path("type").asString());
            events.add(event);
        }
        return events;
    }

    private void take(JsonNode event) {
        var type = event.path("type").asString();
        assertThat(terminal).as("nothing follows the terminal event").isNull();
        var place = event.path("output_index").asInt(-1);
        if (TERMINAL.contains(type)) {
            terminal = event.path("response");
        } else if (event.has("response")) {
            assertThat(event.path("response").path("usage").isNull()).isTrue();
            assertThat(event.path("response").path("output").isEmpty()).isTrue();
        } else if (type.equals("response.output_item.added")) {
            assertThat(place).isEqualTo(opened.size());
            opened.put(place, event.path("item"));
        } else if (type.equals("response.output_item.done")) {
            assertThat(event.path("item").path("id")).isEqualTo(opened.get(place).path("id"));
            assertThat(done.put(place, event.path("item"))).isNull();
        } else {
            assertThat(opened).as(type).containsKey(place);
            assertThat(done).as(type).doesNotContainKey(place);
            assertThat(event.path("item_id")).isEqualTo(opened.get(place).path("id"));
            inside(type, event);
        }
    }

    private void inside(String type, JsonNode event) {
        var key =
                event.path("output_index")
                        + "/"
                        + event.path("content_index").asString("")
                        + event.path("summary_index").asString("");
        if (type.endsWith("part.added")) {
            assertThat(parts.put(key, true)).isNull();
        } else if (type.endsWith("part.done")) {
            assertThat(parts.put(key, false)).isTrue();
        } else if (type.endsWith(".delta")) {
            if (!type.contains("arguments") && !type.contains("input")) {
                assertThat(parts.get(key)).as("a delta within a part").isTrue();
            }
            texts.computeIfAbsent(key, ignored -> new StringBuilder())
                    .append(event.path("delta").asString());
        } else if (type.endsWith(".done")) {
            var whole = event.path("text");
            whole = whole.isMissingNode() ? event.path("refusal") : whole;
            whole = whole.isMissingNode() ? event.path("arguments") : whole;
            whole = whole.isMissingNode() ? event.path("input") : whole;
            assertThat(whole.asString())
                    .isEqualTo(texts.getOrDefault(key, new StringBuilder()).toString());
        }
    }

    private void end() {
        assertThat(terminal).as("a terminal event").isNotNull();
        if (!terminal.path("status").asString().equals("failed")) {
            assertThat(done.keySet()).isEqualTo(opened.keySet());
        }
        var output = new ArrayList<>(terminal.path("output").values());
        assertThat(output).isEqualTo(new ArrayList<>(done.values()));
        assertThat(parts.values()).doesNotContain(true);
    }
}
