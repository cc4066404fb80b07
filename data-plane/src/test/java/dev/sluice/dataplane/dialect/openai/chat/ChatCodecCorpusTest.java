package dev.sluice.dataplane.dialect.openai.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.testing.FixtureCorpus;
import dev.sluice.dataplane.dialect.testing.SameJson;
import dev.sluice.dataplane.dialect.testing.Transcript;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back: nothing may get lost. */
class ChatCodecCorpusTest {
    private static final ChatCodec CODEC = new ChatCodec();
    private static final Door DOOR = Door.of(Dialect.OPENAI_CHAT, Operation.CHAT);
    private static final ReplyContext CONTEXT =
            new ReplyContext(new UUID(1, 2), Instant.EPOCH, "alias", true, DOOR, null);

    private static Stream<DynamicTest> tests(Stream<Path> files, Check check) {
        return files.map(file ->
                DynamicTest.dynamicTest(
                        file.getParent().getParent().getFileName() + "/" + file.getFileName(),
                        () -> check.of(file)));
    }

    private interface Check {
        void of(Path file) throws IOException;
    }

    @TestFactory
    Stream<DynamicTest> requestsComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.files("openai-chat", ".request.json"),
                file -> {
                    var bytes = Files.readAllBytes(file);
                    var sent = SluiceJson.mapper().readTree(bytes);
                    if (!sent.path("messages").isArray() || sent.has("functions")) {
                        return; // legacy functions come back as tools
                    }
                    var request = CODEC.requests().read(DOOR, JsonFields.scan(bytes));
                    var written =
                            CODEC.requests()
                                    .write(
                                            request,
                                            new RequestTarget("m", null, null, "max_tokens", true),
                                            new Losses(Dialect.OPENAI_CHAT, false));
                    assertThat(SameJson.of(RequestForm.of(written)))
                            .isEqualTo(SameJson.of(RequestForm.of(sent)));
                });
    }

    @TestFactory
    Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.files("openai-chat", ".response.json"),
                file -> {
                    try {
                        var reply = CODEC.replies().read(Files.readAllBytes(file));
                        var written = CODEC.replies().write(reply, CONTEXT);
                        var again =
                                CODEC.replies()
                                        .read(SluiceJson.mapper().writeValueAsBytes(written));
                        assertThat(Transcript.of(again).said())
                                .isEqualTo(Transcript.of(reply).said());
                        assertThat(again.usage())
                                .usingRecursiveComparison()
                                .ignoringFields("serviceTier") // not every provider's word is kept
                                .isEqualTo(reply.usage());
                    } catch (UnreadableReply anErrorOrBroken) {
                        assertThat(anErrorOrBroken.reason()).isNotBlank();
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> streamsComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.streams("openai-chat"),
                file -> {
                    var bytes = FixtureCorpus.streamBytes(file);
                    var read = Transcript.of(CODEC.streams(), bytes);
                    assertThat(Transcript.cut(CODEC.streams(), bytes, 1).events())
                            .usingRecursiveComparison()
                            .isEqualTo(read.events());
                    if (read.failure() != null) {
                        return;
                    }
                    var writer = CODEC.streams().writer(CONTEXT);
                    var out = new ByteSink();
                    read.events().forEach(event -> writer.write(event, out));
                    writer.end(read.ending(), out);
                    var again = Transcript.of(CODEC.streams(), out.take());
                    assertThat(again.said()).isEqualTo(read.said());
                    assertThat(again.usage())
                            .usingRecursiveComparison()
                            .ignoringFields("serviceTier") // not every provider's word is kept
                            .isEqualTo(read.usage());
                    assertThat(again.finished()).isTrue();
                });
    }

    /** A request in one of its equal forms: what may be written in two ways is written in one. */
    private static final class RequestForm {
        static JsonNode of(JsonNode request) {
            var body = (ObjectNode) request.deepCopy();
            body.remove("model");
            body.remove("stream_options");
            rename(body, "max_completion_tokens", "max_tokens");
            rename(body, "safety_identifier", "user");
            if (body.path("stop").isString()) {
                var stop = body.path("stop");
                body.putArray("stop").add(stop);
            }
            removeNulls(body);
            if (!body.path("stream").asBoolean(true)) {
                body.remove("stream");
            }
            if (body.path("n").asInt(2) == 1) {
                body.remove("n");
            }
            if (body.path("tools").isArray() && body.path("tools").isEmpty()) {
                body.remove("tools");
            }
            if (body.path("response_format").path("type").asString("").equals("text")) {
                body.remove("response_format");
            }
            if (!body.has("tools")) {
                body.remove("parallel_tool_calls");
            }
            if (body.path("tool_choice").asString("").equals("any")) {
                body.put("tool_choice", "required");
            }
            if (body.path("tool_choice") instanceof ObjectNode choice && !choice.has("type")) {
                choice.put("type", "function");
            }
            body.path("messages").values().forEach(RequestForm::message);
            return body;
        }

        private static void rename(ObjectNode body, String from, String to) {
            var value = body.remove(from);
            if (value != null && !body.has(to)) {
                body.set(to, value);
            }
        }

        private static void message(JsonNode node) {
            if (!(node instanceof ObjectNode message)) {
                return;
            }
            removeNulls(message);
            var content = message.path("content");
            content.values().forEach(RequestForm::part);
            if (content instanceof ArrayNode parts && parts.size() == 1) {
                var part = parts.get(0);
                if (part.path("type").asString("").equals("text") && part.size() == 2) {
                    message.set("content", part.path("text"));
                }
            }
            var isEmptyList =
                    message.path("content").isArray() && message.path("content").isEmpty();
            if (message.path("content").asString("x").isEmpty() || isEmptyList) {
                message.remove("content");
            }
            message.path("tool_calls")
                    .values()
                    .forEach(call -> {
                        if (call instanceof ObjectNode one) {
                            one.remove("index");
                        }
                    });
        }

        private static void part(JsonNode node) {
            if (!(node instanceof ObjectNode part)) {
                return;
            }
            if (part.path("image_url").isString()) {
                var url = part.path("image_url").asString();
                part.putObject("image_url").put("url", url);
            }
            if (part.path("input_audio").isString()) {
                var audio = part.path("input_audio").asString();
                part.putObject("input_audio").put("data", audio).put("format", "wav");
            }
        }

        private static void removeNulls(ObjectNode node) {
            node.properties().stream()
                    .filter(field -> field.getValue().isNull())
                    .map(Map.Entry::getKey)
                    .toList()
                    .forEach(node::remove);
        }
    }
}
