package dev.sluice.dataplane.dialect.anthropic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.Codecs;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Golden files between Anthropic's dialect and OpenAI's: what goes upstream, with what was lost,
 * and what the caller gets. {@code -Dfixtures.update} writes them anew; the review reads the
 * difference.
 */
class AnthropicFixtureTest {
    private static final Path ROOT = Path.of("src/test/resources/fixtures/anthropic");
    private static final boolean UPDATE = System.getProperty("fixtures.update") != null;

    private record Way(String from, Dialect reader, String to, Dialect writer, String model) {}

    private static final List<Way> WAYS =
            List.of(
                    new Way(
                            "chat",
                            Dialect.OPENAI_CHAT,
                            "anthropic",
                            Dialect.ANTHROPIC,
                            "claude-sonnet-4-5"),
                    new Way("anthropic", Dialect.ANTHROPIC, "chat", Dialect.OPENAI_CHAT, "gpt"));

    @TestFactory
    Stream<DynamicTest> translatesAsWritten() throws IOException {
        try (var folders = Files.list(ROOT)) {
            return folders.sorted().toList().stream()
                    .map(folder ->
                            DynamicTest.dynamicTest(
                                    folder.getFileName().toString(), () -> check(folder)));
        }
    }

    private static void check(Path folder) throws IOException {
        var checked = 0;
        for (var way : WAYS) {
            var request = folder.resolve(way.from() + ".request.json");
            if (Files.exists(request)) {
                var actual = request(way, Files.readAllBytes(request));
                expect(folder.resolve("as-" + way.to() + ".request.json"), actual);
                checked++;
            }
            var stream = folder.resolve(way.from() + ".reply.sse");
            if (Files.exists(stream)) {
                var actual = stream(way, Files.readAllBytes(stream));
                expect(folder.resolve("as-" + way.to() + ".reply.sse"), actual);
                if (way.writer() == Dialect.ANTHROPIC) {
                    MessageGrammar.check(actual.getBytes(UTF_8));
                }
                checked++;
            }
        }
        assertThat(checked).isPositive();
    }

    private static String request(Way way, byte[] bytes) {
        var losses = new Losses(way.writer(), false);
        var request =
                Codecs.of(way.reader())
                        .requests()
                        .read(Door.of(way.reader(), Operation.CHAT), JsonFields.scan(bytes));
        var target = new RequestTarget(way.model(), null, null, "max_tokens", true);
        var body = Codecs.of(way.writer()).requests().write(request, target, losses);
        var lines = new StringBuilder(SluiceJson.write(body)).append('\n');
        losses.warnings().forEach(warning -> lines.append("# ").append(warning).append('\n'));
        return lines.toString();
    }

    private static String stream(Way way, byte[] bytes) {
        var door = Door.of(way.writer(), Operation.CHAT);
        var context =
                new ReplyContext(new UUID(1, 2), Instant.EPOCH, "alias", true, door, null, 21);
        var lane =
                new TranslatedStream(
                        Codecs.of(way.reader()),
                        Codecs.of(way.writer()),
                        context,
                        (json, from, to) -> {},
                        Function.identity(),
                        false);
        for (var at = 0; at < bytes.length; at++) {
            lane.feed(bytes, at, at + 1);
        }
        lane.end();
        var text = new String(lane.out().take(), UTF_8);
        return text
                + new String(
                        lane.isComplete()
                                ? lane.terminal()
                                : lane.broken(ErrorCode.STREAM_INCOMPLETE, "broke off"),
                        UTF_8);
    }

    private static void expect(Path golden, String actual) throws IOException {
        if (UPDATE) {
            Files.writeString(golden, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(golden));
    }
}
