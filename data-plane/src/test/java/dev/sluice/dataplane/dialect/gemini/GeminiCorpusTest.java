package dev.sluice.dataplane.dialect.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.StreamWriter;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back, and into OpenAI's dialect: nothing gets lost. */
class GeminiCorpusTest {
    private static final GeminiCodec CODEC = new GeminiCodec();
    private static final Door DOOR =
            new Door(Dialect.GEMINI, Operation.CHAT, "alias", true, GeminiFraming.EVENTS);
    private static final ReplyContext CONTEXT =
            new ReplyContext(new UUID(1, 2), Instant.EPOCH, "alias", true, DOOR, null);
    private static final String PROTOCOL = "gemini-generateContent";
    private static final Pattern MODEL = Pattern.compile("models/([^:/]+):");

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
                FixtureCorpus.files(PROTOCOL, ".request.json"),
                file -> {
                    var bytes = Files.readAllBytes(file);
                    var request = CODEC.requests().read(DOOR, JsonFields.scan(bytes));
                    var target = new RequestTarget(modelOf(file), null, null, null, false);
                    var written =
                            CODEC.requests()
                                    .write(request, target, new Losses(Dialect.GEMINI, true));
                    assertThat(SameJson.of(GeminiForm.of(written)))
                            .isEqualTo(
                                    SameJson.of(
                                            GeminiForm.of(SluiceJson.mapper().readTree(bytes))));
                });
    }

    private static String modelOf(Path file) throws IOException {
        var http =
                file.resolveSibling(file.getFileName().toString().replace(".request.", ".http."));
        var matcher = MODEL.matcher(Files.exists(http) ? Files.readString(http) : "");
        return matcher.find() ? matcher.group(1) : "gemini-2.5-flash";
    }

    @TestFactory
    Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.files(PROTOCOL, ".response.json"),
                file -> {
                    var bytes = Files.readAllBytes(file);
                    var sent = SluiceJson.mapper().readTree(bytes);
                    try {
                        var reply = CODEC.replies().read(bytes);
                        var written = CODEC.replies().write(reply, CONTEXT);
                        if (sent.isObject()) {
                            assertThat(comparable(written)).isEqualTo(comparable(sent));
                        }
                        var again =
                                CODEC.replies()
                                        .read(SluiceJson.mapper().writeValueAsBytes(written));
                        assertThat(Transcript.of(again).said())
                                .isEqualTo(Transcript.of(reply).said());
                        assertThat(again.usage()).isEqualTo(reply.usage());
                    } catch (UnreadableReply refused) {
                        assertThat(refused.said()).as(refused.reason()).isNotNull();
                        assertThat(refused.said().message()).isNotBlank();
                    }
                });
    }

    /** Without what a gateway may change, and with what servers may leave out. */
    private static String comparable(JsonNode reply) {
        var body = (ObjectNode) reply.deepCopy();
        body.remove("modelVersion");
        body.remove("responseId");
        if (body.path("candidates").isEmpty()) {
            body.remove("candidates");
        }
        for (var node : body.path("candidates").values()) {
            var candidate = (ObjectNode) node;
            if (!candidate.has("index")) {
                candidate.put("index", 0);
            }
            if (!candidate.path("content").has("role")) {
                candidate.withObject("/content").put("role", "model");
            }
        }
        return SameJson.of(body);
    }

    @TestFactory
    Stream<DynamicTest> streamsComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.streams(PROTOCOL),
                file -> {
                    var bytes = FixtureCorpus.streamBytes(file);
                    var read = Transcript.of(CODEC.streams(), bytes);
                    assertThat(read.failure()).isNull();
                    for (var size : new int[] {1, 7, 64}) {
                        assertThat(Transcript.cut(CODEC.streams(), bytes, size).said())
                                .isEqualTo(read.said());
                    }
                    var written = write(CODEC.streams().writer(CONTEXT), read);
                    GeminiGrammar.check(written);
                    var again = Transcript.of(CODEC.streams(), written);
                    assertThat(again.said()).isEqualTo(read.said());
                    assertThat(again.usage()).isEqualTo(read.usage());
                    assertThat(signatures(again)).isEqualTo(signatures(read));
                });
    }

    private static byte[] write(StreamWriter writer, Transcript transcript) {
        var out = new ByteSink();
        transcript.events().forEach(event -> writer.write(event, out));
        writer.end(transcript.ending(), out);
        return out.take();
    }

    private static List<ReplyEvent> signatures(Transcript transcript) {
        return transcript.events().stream()
                .filter(event ->
                        event instanceof ReplyEvent.ReasoningSealed
                                || event instanceof ReplyEvent.PartAdded)
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> arraysSayTheSameAsEvents() {
        return tests(
                FixtureCorpus.files(PROTOCOL, ".chunks.jsonl"),
                file -> {
                    var elements =
                            new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                                    .lines()
                                    .filter(line -> !line.isBlank())
                                    .toList();
                    var array = "[" + String.join("\n,\r\n", elements) + "\n]";
                    var bytes = array.getBytes(StandardCharsets.UTF_8);
                    var events = Transcript.of(CODEC.streams(), FixtureCorpus.streamBytes(file));
                    var read = Transcript.cut(CODEC.streams(), bytes, 1);
                    assertThat(read.said()).isEqualTo(events.said());
                    assertThat(read.finished()).isTrue();
                });
    }

    @TestFactory
    Stream<DynamicTest> streamsSayTheSameInTheChatDialect() {
        var chat = Codecs.of(Dialect.OPENAI_CHAT).streams();
        var door = Door.of(Dialect.OPENAI_CHAT, Operation.CHAT);
        var context = new ReplyContext(new UUID(1, 2), Instant.EPOCH, "alias", true, door, null);
        return tests(
                FixtureCorpus.streams(PROTOCOL),
                file -> {
                    var read = Transcript.of(CODEC.streams(), FixtureCorpus.streamBytes(file));
                    var written = write(chat.writer(context), read);
                    var again = Transcript.of(chat, written);
                    assertThat(again.said()).isEqualTo(read.said());
                    assertThat(again.usage())
                            .usingRecursiveComparison()
                            .ignoringFields("serviceTier") // one's word is not the other's
                            .isEqualTo(read.usage());
                    assertThat(again.finished()).isTrue();
                });
    }

    @TestFactory
    Stream<DynamicTest> chatStreamsSayTheSameInThisDialect() {
        var chat = Codecs.of(Dialect.OPENAI_CHAT).streams();
        return tests(
                FixtureCorpus.streams("openai-chat"),
                file -> {
                    var read = Transcript.of(chat, FixtureCorpus.streamBytes(file));
                    if (read.failure() != null) {
                        return;
                    }
                    var written = write(CODEC.streams().writer(CONTEXT), read);
                    GeminiGrammar.check(written);
                    var again = Transcript.of(CODEC.streams(), written);
                    assertThat(again.text()).startsWith(read.text());
                    assertThat(again.reasoning()).isEqualTo(read.reasoning());
                    assertThat(again.usage())
                            .usingRecursiveComparison()
                            .ignoringFields("serviceTier") // one's word is not the other's
                            .isEqualTo(read.usage());
                });
    }
}
