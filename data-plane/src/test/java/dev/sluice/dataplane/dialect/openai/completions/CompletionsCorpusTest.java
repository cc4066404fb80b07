package dev.sluice.dataplane.dialect.openai.completions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.openai.ChatStream;
import dev.sluice.dataplane.dialect.openai.ReplyReader;
import dev.sluice.dataplane.dialect.testing.FixtureCorpus;
import dev.sluice.dataplane.dialect.testing.Transcript;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.nio.file.Files;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Recorded texts through the codec and back, and through the fast lane. */
class CompletionsCorpusTest {
    private static final String PROTOCOL = "openai-completions";
    private static final DialectCodec CODEC = Codecs.of(Dialect.OPENAI_CHAT, Operation.COMPLETIONS);
    private static final ReplyContext CONTEXT =
            new ReplyContext(
                    new UUID(1, 2),
                    Instant.EPOCH,
                    "alias",
                    true,
                    Door.of(Dialect.OPENAI_CHAT, Operation.COMPLETIONS),
                    null);

    @TestFactory
    Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return FixtureCorpus.files(PROTOCOL, ".response.json")
                .map(file ->
                        DynamicTest.dynamicTest(
                                file.getFileName().toString(),
                                () -> checkReply(Files.readAllBytes(file))));
    }

    private static void checkReply(byte[] bytes) {
        var fast = new ReplyReader(Operation.COMPLETIONS, null, (json, from, to) -> {}).read(bytes);
        try {
            var reply = CODEC.replies().read(bytes);
            var written = CODEC.replies().write(reply, CONTEXT);
            var again = CODEC.replies().read(SluiceJson.mapper().writeValueAsBytes(written));
            assertThat(Transcript.of(again).said()).isEqualTo(Transcript.of(reply).said());
            assertThat(again.usage())
                    .usingRecursiveComparison()
                    .ignoringFields("serviceTier") // not every provider's word is kept
                    .isEqualTo(reply.usage());
            assertThat(((ReplyBody.Good) fast).usage()).isEqualTo(reply.usage());
        } catch (UnreadableReply error) {
            assertThat(fast).isNotInstanceOf(ReplyBody.Good.class);
        }
    }

    @TestFactory
    Stream<DynamicTest> streamsComeBackAsTheyWere() {
        return FixtureCorpus.streams(PROTOCOL)
                .map(file ->
                        DynamicTest.dynamicTest(
                                file.getFileName().toString(),
                                () -> checkStream(FixtureCorpus.streamBytes(file))));
    }

    private static void checkStream(byte[] bytes) {
        var read = Transcript.of(CODEC.streams(), bytes);
        assertThat(Transcript.cut(CODEC.streams(), bytes, 1).said()).isEqualTo(read.said());
        var fast = new ChatStream(null, true, (json, from, to) -> {});
        fast.feed(bytes, 0, bytes.length);
        fast.end();
        assertThat(fast.isComplete()).isTrue();
        assertThat(fast.produced()).isEqualTo(!read.text().isEmpty());
        assertThat(fast.usage()).isEqualTo(read.usage());

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
    }
}
