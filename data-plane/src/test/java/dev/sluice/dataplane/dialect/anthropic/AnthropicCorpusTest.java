package dev.sluice.dataplane.dialect.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.lane.PatchedStream;
import dev.sluice.dataplane.dialect.lane.ReplyStream;
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
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back, and to the dialect from OpenAI's. */
class AnthropicCorpusTest {
    private static final String PROTOCOL = "anthropic-messages";
    private static final DialectCodec CODEC = Codecs.of(Dialect.ANTHROPIC);
    private static final DialectCodec CHAT = Codecs.of(Dialect.OPENAI_CHAT);
    private static final Door DOOR = Door.of(Dialect.ANTHROPIC, Operation.CHAT);
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
                FixtureCorpus.files(PROTOCOL, ".request.json")
                        .filter(file -> !file.toString().contains("err400")),
                file -> {
                    var bytes = Files.readAllBytes(file);
                    var request = CODEC.requests().read(DOOR, JsonFields.scan(bytes));
                    // A name that tells no generation: recorded requests are of their own time.
                    var target = new RequestTarget("m", null, null, "max_tokens", false);
                    var losses = new Losses(Dialect.ANTHROPIC, false);
                    var written = CODEC.requests().write(request, target, losses);
                    var sent = SluiceJson.mapper().readTree(bytes);
                    assertThat(SameJson.of(RequestForm.of(reread(written))))
                            .isEqualTo(SameJson.of(RequestForm.of(sent)));
                });
    }

    private static JsonNode reread(JsonNode node) {
        return SluiceJson.mapper().readTree(SluiceJson.mapper().writeValueAsBytes(node));
    }

    @TestFactory
    Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.files(PROTOCOL, ".response.json"),
                file -> {
                    var bytes = Files.readAllBytes(file);
                    try {
                        var reply = CODEC.replies().read(bytes);
                        var written = reread(CODEC.replies().write(reply, CONTEXT));
                        var sent = SluiceJson.mapper().readTree(bytes);
                        assertThat(SameJson.of(ReplyForm.of(written)))
                                .isEqualTo(SameJson.of(ReplyForm.of(sent)));
                        var chat = CHAT.replies().write(reply, CONTEXT);
                        var asChat =
                                CHAT.replies().read(SluiceJson.mapper().writeValueAsBytes(chat));
                        assertThat(Transcript.of(asChat).text())
                                .isEqualTo(Transcript.of(reply).text());
                    } catch (UnreadableReply anErrorOrBroken) {
                        assertThat(new String(bytes, StandardCharsets.UTF_8))
                                .matches("(?s).*(\"error\"|\"content\": null|input_tokens).*");
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
                    assertThat(Transcript.cut(CODEC.streams(), bytes, 1).events())
                            .usingRecursiveComparison()
                            .isEqualTo(read.events());
                    if (read.failure() != null) {
                        return;
                    }
                    var written = written(read);
                    MessageGrammar.check(written);
                    var again = Transcript.of(CODEC.streams(), written);
                    assertThat(again.said()).isEqualTo(read.said());
                    assertThat(wholeParts(again)).isEqualTo(wholeParts(read));
                    assertThat(sealed(again)).isEqualTo(sealed(read));
                    if (read.usage() != null) {
                        assertThat(again.usage()).isEqualTo(read.usage());
                    }
                    assertThat(again.finished()).isTrue();
                });
    }

    private static byte[] written(Transcript read) {
        var writer = CODEC.streams().writer(CONTEXT);
        var out = new ByteSink();
        read.events().forEach(event -> writer.write(event, out));
        writer.end(read.ending(), out);
        return out.take();
    }

    private static List<JsonNode> wholeParts(Transcript transcript) {
        return transcript.events().stream()
                .filter(ReplyEvent.PartAdded.class::isInstance)
                .map(event -> ((ContentPart.Opaque) ((ReplyEvent.PartAdded) event).part()).json())
                .map(AnthropicCorpusTest::reread)
                .toList();
    }

    private static List<ReplyEvent> sealed(Transcript transcript) {
        return transcript.events().stream()
                .filter(ReplyEvent.ReasoningSealed.class::isInstance)
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> streamsBetweenTwoOfTheDialectStayAsTheyAre() {
        return tests(
                FixtureCorpus.files(PROTOCOL, ".response.sse"),
                file -> {
                    var bytes = Files.readAllBytes(file);
                    for (var size : List.of(bytes.length, 1, 7, 1000)) {
                        var stream =
                                new PatchedStream(CODEC, CONTEXT, null, (json, from, to) -> {});
                        for (var at = 0; at < bytes.length; at += size) {
                            stream.feed(bytes, at, Math.min(bytes.length, at + size));
                        }
                        stream.end();
                        if (stream.state() == ReplyStream.State.BROKEN) {
                            continue;
                        }
                        var out = stream.out();
                        out.append(stream.terminal());
                        var relayed = new String(out.take(), StandardCharsets.UTF_8).strip();
                        var sent =
                                new String(bytes, StandardCharsets.UTF_8)
                                        .replaceAll(
                                                "event: (\\w+)\ndata: \\{}",
                                                "event: $1\ndata: {\"type\":\"$1\"}");
                        assertThat(sent).startsWith(relayed);
                        // Comments and foreign terminators after the end are nobody's business.
                        assertThat(sent.substring(relayed.length()))
                                .matches("(?s)\\s*(: .*|event: data\\s+data: \\[DONE]\\s*)?");
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> chatStreamsBecomeStreamsOfTheDialect() {
        return tests(
                FixtureCorpus.streams("openai-chat"),
                file -> {
                    var read = Transcript.of(CHAT.streams(), FixtureCorpus.streamBytes(file));
                    var single =
                            read.ending().stops().size() == 1
                                    && read.ending().stops().firstKey() == 0;
                    if (read.failure() != null || !single) {
                        return;
                    }
                    var written = written(read);
                    MessageGrammar.check(written);
                    var again = Transcript.of(CODEC.streams(), written);
                    assertThat(again.text().length()).isGreaterThanOrEqualTo(read.text().length());
                    assertThat(again.reasoning()).isEqualTo(read.reasoning());
                    assertThat(calls(again))
                            .isEqualTo(
                                    calls(read).stream()
                                            .map(AnthropicCorpusTest::wrapped)
                                            .toList());
                });
    }

    private static List<String> calls(Transcript transcript) {
        return transcript.said().lines().filter(line -> line.matches("\\d+/\\d+ call .*")).toList();
    }

    /** Arguments that are no object stand in one. */
    private static String wrapped(String call) {
        var at = call.indexOf(' ', call.indexOf(" call ") + " call ".length()) + 1;
        var arguments = call.substring(at);
        if (arguments.equals("null")) {
            return call.substring(0, at) + "{}";
        }
        return arguments.startsWith("{")
                ? call
                : call.substring(0, at) + SluiceJson.write(Map.of("_raw", arguments));
    }

    /** A request in one of its equal forms: what may be written in two ways is written in one. */
    private static final class RequestForm {
        static JsonNode of(JsonNode request) {
            var body = (ObjectNode) request.deepCopy();
            body.remove("model");
            if (!body.path("stream").asBoolean(true)) {
                body.remove("stream");
            }
            if (body.remove("output_format") instanceof ObjectNode format) {
                body.withObject("/output_config").set("format", format);
            }
            body.path("tools")
                    .values()
                    .forEach(tool -> {
                        if (tool.path("type").asString("").equals("custom")) {
                            ((ObjectNode) tool).remove("type");
                        }
                    });
            for (var list : Set.of("tools", "stop_sequences")) {
                if (body.path(list).isArray() && body.path(list).isEmpty()) {
                    body.remove(list);
                }
            }
            content(body, "system");
            var turns = SluiceJson.mapper().createArrayNode();
            for (var message : body.path("messages").values()) {
                content((ObjectNode) message, "content");
                var last = turns.isEmpty() ? null : turns.get(turns.size() - 1);
                if (last != null && last.path("role").equals(message.path("role"))) {
                    ((ArrayNode) last.path("content")).addAll((ArrayNode) message.path("content"));
                } else {
                    turns.add(message);
                }
            }
            body.set("messages", turns);
            return body;
        }

        private static void content(ObjectNode of, String field) {
            if (of.path(field).isString()) {
                var text = of.path(field).asString();
                of.putArray(field).addObject().put("type", "text").put("text", text);
            }
            for (var block : of.path(field).values()) {
                if (block instanceof ObjectNode one) {
                    content(one, "content");
                    if (!one.path("is_error").asBoolean(true)) {
                        one.remove("is_error");
                    }
                }
            }
        }
    }

    /** A reply without what the gateway makes anew. */
    private static final class ReplyForm {
        static JsonNode of(JsonNode reply) {
            var body = (ObjectNode) reply.deepCopy();
            Set.of("id", "model", "type", "role", "usage", "stop_sequence").forEach(body::remove);
            if (!body.path("stop_reason").isString()) {
                body.put("stop_reason", "end_turn");
            }
            if (body.path("stop_reason").asString().equals("compaction")) {
                body.put("stop_reason", "pause_turn");
            }
            for (var block : body.path("content").values()) {
                var type = block.path("type").asString("");
                if (type.equals("thinking") && !block.has("signature")) {
                    ((ObjectNode) block).put("signature", "");
                }
                if (type.equals("tool_use") && !block.has("input")) {
                    ((ObjectNode) block).putObject("input");
                }
            }
            return body;
        }
    }
}
