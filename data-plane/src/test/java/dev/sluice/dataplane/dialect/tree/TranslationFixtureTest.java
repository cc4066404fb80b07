package dev.sluice.dataplane.dialect.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.lane.TranslatedStream;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files of our own: what OpenAI's chat says becomes the dialect's words, what the dialect answers
 * becomes OpenAI's, whole and in pieces of any size. {@code -Dfixtures.update=true} writes what
 * comes out; read it before you keep it.
 */
class TranslationFixtureTest {
    private static final Path ROOT = Path.of("src/test/resources/fixtures");
    private static final DialectCodec CHAT = Codecs.of(Dialect.OPENAI_CHAT);
    private static final ReplyContext CONTEXT =
            new ReplyContext(
                    new UUID(1, 2),
                    Instant.EPOCH,
                    "chat",
                    true,
                    Door.of(Dialect.OPENAI_CHAT, Operation.CHAT),
                    null);

    static Stream<Path> folders() throws IOException {
        var own = Stream.of("ollama", "tgi", "cohere", "bedrock-converse", "dashscope", "qianfan");
        return own.map(ROOT::resolve).flatMap(TranslationFixtureTest::cases);
    }

    private static Stream<Path> cases(Path dialect) {
        try (var list = Files.list(dialect)) {
            return list.sorted().toList().stream();
        } catch (IOException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static Dialect dialect(Path folder) {
        var name = folder.getParent().getFileName().toString();
        return Arrays.stream(Dialect.values())
                .filter(one -> one.text().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("folders")
    void saysTheSame(Path folder) throws IOException {
        var dialect = dialect(folder);
        if (Files.exists(folder.resolve("openai.request.json"))) {
            expect(folder.resolve("to-" + dialect.text() + ".json"), request(folder, dialect));
        }
        if (Files.exists(folder.resolve("reply.json"))) {
            var reply =
                    Codecs.of(dialect)
                            .replies()
                            .read(Files.readAllBytes(folder.resolve("reply.json")));
            var written = CHAT.replies().write(reply, CONTEXT);
            expect(folder.resolve("reply.to-openai.json"), pretty(written));
        }
        for (var name : new String[] {"stream.txt", "stream.hex"}) {
            if (Files.exists(folder.resolve(name))) {
                stream(folder, name, dialect);
            }
        }
    }

    private static String request(Path folder, Dialect dialect) throws IOException {
        var body = JsonFields.scan(Files.readAllBytes(folder.resolve("openai.request.json")));
        var request = CHAT.requests().read(Door.of(Dialect.OPENAI_CHAT, Operation.CHAT), body);
        var losses = new Losses(dialect, false);
        var target = new RequestTarget("model-x", null, null, "max_tokens", true);
        var written = Codecs.of(dialect).requests().write(request, target, losses);
        var all = SluiceJson.mapper().createObjectNode();
        all.set("body", written);
        var warnings = all.putArray("warnings");
        losses.warnings().forEach(warnings::add);
        return pretty(all);
    }

    private static void stream(Path folder, String name, Dialect dialect) throws IOException {
        var text = Files.readString(folder.resolve(name));
        var bytes =
                name.endsWith(".hex")
                        ? HexFormat.of().parseHex(text.strip())
                        : text.getBytes(StandardCharsets.UTF_8);
        var whole = translated(dialect, bytes, bytes.length);
        for (var size = 1; size < 9; size++) {
            assertThat(translated(dialect, bytes, size)).isEqualTo(whole);
        }
        expect(folder.resolve("stream.to-openai.txt"), whole);
    }

    private static String translated(Dialect dialect, byte[] bytes, int size) {
        var lane =
                new TranslatedStream(
                        Codecs.of(dialect),
                        CHAT,
                        CONTEXT,
                        (json, from, to) -> {},
                        sink -> sink,
                        false);
        for (var from = 0; from < bytes.length; from += size) {
            lane.feed(bytes, from, Math.min(bytes.length, from + size));
        }
        lane.end();
        var out = new String(lane.out().take(), StandardCharsets.UTF_8);
        var end =
                lane.isComplete()
                        ? lane.terminal()
                        : lane.broken(ErrorCode.STREAM_INCOMPLETE, "cut off");
        return out + new String(end, StandardCharsets.UTF_8);
    }

    private static String pretty(Object tree) {
        return SluiceJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
    }

    private static void expect(Path file, String came) throws IOException {
        if (Boolean.getBoolean("fixtures.update")) {
            Files.writeString(file, came);
        }
        assertThat(came).isEqualTo(Files.readString(file));
    }
}
