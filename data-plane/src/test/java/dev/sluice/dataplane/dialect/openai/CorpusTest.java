package dev.sluice.dataplane.dialect.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.lane.ReplyStream;
import dev.sluice.dataplane.dialect.sse.SseReader;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Recorded replies of real providers through the codec: in one dialect nothing but the model's name
 * and the finish reasons may differ. Runs over the folder that {@code SLUICE_CORPUS} names, or over
 * one beside the repository; without one there is nothing to run.
 */
class CorpusTest {
    private static Stream<Path> recordings(String suffix) throws IOException {
        var root = corpus();
        if (root == null) {
            return Stream.empty();
        }
        try (var files = Files.walk(root)) {
            return files
                    .filter(file -> file.getParent().endsWith("openai-chat"))
                    .filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static Path corpus() {
        var named = System.getenv("SLUICE_CORPUS");
        if (named != null) {
            return Path.of(named, "fixtures");
        }
        for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            var beside = at.resolve("shared/fixtures");
            if (Files.isDirectory(beside)) {
                return beside;
            }
        }
        return null;
    }

    @TestFactory
    Stream<DynamicTest> relaysRecordedStreams() throws IOException {
        return recordings(".response.sse")
                .map(file ->
                        DynamicTest.dynamicTest(
                                file.getFileName().toString(), () -> checkStream(file)));
    }

    private static void checkStream(Path file) throws IOException {
        var bytes = Files.readAllBytes(file);
        var stream = new ChatStream("alias", true, (json, from, to) -> {});

        stream.feed(bytes, 0, bytes.length);
        stream.end();

        var sent = events(bytes);
        var relayed = events(stream.out().take());
        assertThat(relayed.size()).isLessThanOrEqualTo(sent.size());
        for (var i = 0; i < relayed.size(); i++) {
            assertThat(comparable(relayed.get(i))).isEqualTo(comparable(sent.get(i)));
        }
        if (stream.state() != ReplyStream.State.BROKEN) {
            assertThat(relayed).hasSameSizeAs(sent);
        }
    }

    private static List<JsonNode> events(byte[] bytes) {
        var events = new ArrayList<JsonNode>();
        var reader =
                new SseReader((array, from, to) -> {
                    var text = new String(array, from, to - from, StandardCharsets.UTF_8);
                    try {
                        if (!text.startsWith("[DONE]")) {
                            events.add(SluiceJson.mapper().readTree(text));
                        }
                    } catch (JacksonException broken) {
                        events.add(SluiceJson.mapper().createObjectNode());
                    }
                });
        reader.feed(bytes, 0, bytes.length);
        reader.end();
        return events;
    }

    /** Without what the codec may change. */
    private static JsonNode comparable(JsonNode event) {
        if (event instanceof ObjectNode object) {
            object.remove("model");
            object.path("choices")
                    .forEach(choice -> {
                        if (choice instanceof ObjectNode one) {
                            one.remove("finish_reason");
                            one.path("message").path("tool_calls").forEach(CorpusTest::dropMadeId);
                        }
                    });
        }
        return event;
    }

    /** A call that came without an id has got one. */
    private static void dropMadeId(JsonNode call) {
        if (call instanceof ObjectNode one
                && one.path("id").asString("").matches("call_[0-9a-f]{24}")) {
            one.remove("id");
        }
    }

    @TestFactory
    Stream<DynamicTest> readsRecordedReplies() throws IOException {
        return recordings(".response.json")
                .map(file ->
                        DynamicTest.dynamicTest(
                                file.getFileName().toString(), () -> checkReply(file)));
    }

    private static void checkReply(Path file) throws IOException {
        var bytes = Files.readAllBytes(file);
        JsonNode sent;
        try {
            sent = SluiceJson.mapper().readTree(bytes);
        } catch (JacksonException malformedOnPurpose) {
            return;
        }

        var read = new ReplyReader(Operation.CHAT, "alias", (json, from, to) -> {}).read(bytes);

        switch (read) {
            case ReplyBody.Good good -> {
                var relayed = SluiceJson.mapper().readTree(good.bytes());
                assertThat(comparable(relayed)).isEqualTo(comparable(sent));
                if (sent.path("usage").has("prompt_tokens")) {
                    assertThat(good.usage()).isNotNull();
                    assertThat(good.usage().input())
                            .isEqualTo(sent.path("usage").path("prompt_tokens").asLong());
                }
            }
            case ReplyBody.Part part -> throw new AssertionError(part);
            case ReplyBody.Failure failure -> assertThat(failure.said()).isNotNull();
            case ReplyBody.Invalid invalid ->
                    assertThat(sent.path("choices").isEmpty() || sent.toString().contains("error"))
                            .as(invalid.reason())
                            .isTrue();
        }
    }
}
