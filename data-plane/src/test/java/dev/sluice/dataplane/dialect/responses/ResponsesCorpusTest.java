package dev.sluice.dataplane.dialect.responses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.lane.PatchedStream;
import dev.sluice.dataplane.dialect.testing.FixtureCorpus;
import dev.sluice.dataplane.dialect.testing.SameJson;
import dev.sluice.dataplane.dialect.testing.Transcript;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back: nothing may get lost. */
class ResponsesCorpusTest {
    private static final ResponsesCodec CODEC = new ResponsesCodec();
    private static final String PROTOCOL = "openai-responses";
    private static final Door DOOR = Door.of(Dialect.OPENAI_RESPONSES, Operation.CHAT);
    private static final ReplyContext CONTEXT =
            new ReplyContext(new UUID(1, 2), Instant.EPOCH, "alias", true, DOOR, null);

    private interface Check {
        void of(Path file) throws IOException;
    }

    private static Stream<DynamicTest> tests(Stream<Path> files, Check check) {
        return files.map(file ->
                DynamicTest.dynamicTest(
                        file.getParent().getParent().getFileName() + "/" + file.getFileName(),
                        () -> check.of(file)));
    }

    @TestFactory
    Stream<DynamicTest> requestsComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.files(PROTOCOL, ".request.json"),
                file -> {
                    var bytes = Files.readAllBytes(file);
                    var sent = SluiceJson.mapper().readTree(bytes);
                    if (!sent.has("input")) {
                        return;
                    }
                    try {
                        var request = CODEC.requests().read(DOOR, JsonFields.scan(bytes));
                        var written =
                                CODEC.requests()
                                        .write(
                                                request,
                                                new RequestTarget("m", null, null, null, false),
                                                new Losses(Dialect.OPENAI_RESPONSES, true));
                        assertThat(SameJson.of(normal(written)))
                                .isEqualTo(SameJson.of(normal(sent)));
                    } catch (GatewayFailure.Unsupported refused) {
                        assertThat(
                                        sent.has("prompt")
                                                || sent.path("max_output_tokens").asInt(16) < 16
                                                || sent.toString().contains("item_reference"))
                                .as(refused.getMessage())
                                .isTrue();
                    }
                });
    }

    /** What may be written in two ways is written in one. */
    private static JsonNode normal(JsonNode request) {
        var body = (ObjectNode) request.deepCopy();
        body.remove("model");
        if (!body.path("stream").asBoolean(true)) {
            body.remove("stream");
        }
        removeNulls(body);
        if (body.path("tools").isEmpty()) {
            List.of("tools", "tool_choice", "parallel_tool_calls").forEach(body::remove);
        }
        var include = body.remove("include");
        if (include != null) {
            include.values().forEach(one -> body.put("include " + one.asString(), true));
        }
        if (body.path("input").isString()) {
            var text = body.path("input").asString();
            body.putArray("input").addObject().put("role", "user").put("content", text);
        }
        for (var item : body.path("input").values()) {
            normalItem((ObjectNode) item);
        }
        for (var tool : body.path("tools").values()) {
            if (tool.path("function") instanceof ObjectNode function) {
                ((ObjectNode) tool).remove("function");
                ((ObjectNode) tool).setAll(function);
            }
            removeNulls((ObjectNode) tool);
        }
        return body;
    }

    private static void normalItem(ObjectNode item) {
        removeNulls(item);
        if (item.path("type").asString("").equals("message")) {
            item.remove("type");
        }
        var type =
                item.path("role").asString("").equals("assistant") ? "output_text" : "input_text";
        for (var field : List.of("content", "output")) {
            if (item.path(field).isString()) {
                var text = item.path(field).asString();
                item.putArray(field)
                        .addObject()
                        .put("type", field.equals("output") ? "input_text" : type)
                        .put("text", text);
            }
            for (var part : item.path(field).values()) {
                if (part.path("annotations").isEmpty()) {
                    ((ObjectNode) part).remove("annotations");
                }
                if (part.path("type").asString("").endsWith("text")) {
                    ((ObjectNode) part).put("type", "text");
                }
            }
        }
        if (item.path("arguments").asString("x").isBlank()) {
            item.put("arguments", "{}");
        }
    }

    private static void removeNulls(ObjectNode node) {
        for (var name : List.copyOf(node.propertyNames())) {
            if (node.path(name).isNull()) {
                node.remove(name);
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.files(PROTOCOL, ".response.json"),
                file -> {
                    var bytes = Files.readAllBytes(file);
                    try {
                        var reply = CODEC.replies().read(bytes);
                        var written = CODEC.replies().write(reply, CONTEXT);
                        var again =
                                CODEC.replies()
                                        .read(SluiceJson.mapper().writeValueAsBytes(written));
                        assertThat(again.choices().getFirst().parts())
                                .hasSameSizeAs(reply.choices().getFirst().parts());
                        assertThat(Transcript.of(again).said())
                                .isEqualTo(Transcript.of(reply).said());
                        assertThat(again.usage())
                                .usingRecursiveComparison()
                                .ignoringFields("serviceTier") // not every provider's word is kept
                                .isEqualTo(reply.usage());
                    } catch (UnreadableReply anErrorOrBroken) {
                        var sent = SluiceJson.mapper().readTree(bytes);
                        assertThat(
                                        sent.hasNonNull("error")
                                                || !sent.path("output").isArray()
                                                || sent.path("status")
                                                        .asString("")
                                                        .matches("in_progress|queued|cancelled"))
                                .as(anErrorOrBroken.reason())
                                .isTrue();
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> streamsComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.streams(PROTOCOL),
                file -> {
                    var bytes = FixtureCorpus.streamBytes(file);
                    var read = Transcript.of(CODEC.streams(), bytes);
                    assertThat(Transcript.cut(CODEC.streams(), bytes, 1).said())
                            .isEqualTo(read.said());
                    assertThat(Transcript.cut(CODEC.streams(), bytes, 7).events())
                            .usingRecursiveComparison()
                            .isEqualTo(read.events());
                    var writer = CODEC.streams().writer(CONTEXT);
                    var out = new ByteSink();
                    read.events().forEach(event -> writer.write(event, out));
                    writer.end(read.ending(), out);
                    var written = out.take();
                    ResponsesGrammar.check(new String(written, StandardCharsets.UTF_8));
                    var again = Transcript.of(CODEC.streams(), written);
                    assertThat(again.said()).isEqualTo(read.said());
                    assertThat(again.usage())
                            .usingRecursiveComparison()
                            .ignoringFields("serviceTier") // not every provider's word is kept
                            .isEqualTo(read.usage());
                    assertThat(again.finished()).isTrue();
                });
    }

    @TestFactory
    Stream<DynamicTest> streamsOfTheSameDialectKeepTheirBytes() {
        return tests(
                FixtureCorpus.files(PROTOCOL, ".response.sse"),
                file -> {
                    var bytes = Files.readAllBytes(file);
                    var failed = Transcript.of(CODEC.streams(), bytes).failure() != null;
                    var stream = new PatchedStream(CODEC, CONTEXT, null, (json, from, to) -> {});
                    stream.feed(bytes, 0, bytes.length);
                    stream.end();
                    var relayed =
                            new String(stream.out().take(), StandardCharsets.UTF_8)
                                    + new String(stream.terminal(), StandardCharsets.UTF_8);
                    var sent = new String(bytes, StandardCharsets.UTF_8);
                    assertThat(stream.isComplete()).isEqualTo(!failed);
                    assertThat(sent.replace("\r", ""))
                            .startsWith(relayed.strip().replace("\r", ""));
                });
    }
}
