package dev.sluice.dataplane.dialect.lane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.StreamWriter.Ending;
import dev.sluice.dataplane.dialect.StreamWriter.Stop;
import dev.sluice.dataplane.dialect.testing.Rich;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers that came to their end without a word on why. */
class UntoldEndTest {
    private static final List<String> WORDS =
            List.of("stop_reason", "stopReason", "finishReason", "finish_reason", "done_reason");

    private static JsonNode withoutWords(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(WORDS);
        }
        if (node instanceof ObjectNode || node instanceof ArrayNode) {
            node.values().forEach(UntoldEndTest::withoutWords);
        }
        return node;
    }

    private static String finishOf(Dialect from) {
        var body = ForeignJson.bytes(withoutWords(Rich.reply(from)));
        var lane =
                new TranslatedReply(
                        Codecs.of(from),
                        Codecs.of(Dialect.OPENAI_CHAT),
                        Rich.context(Dialect.OPENAI_CHAT),
                        (json, start, end) -> {},
                        UnaryOperator.identity());
        var good = (ReplyBody.Good) lane.read(body);
        var told = SluiceJson.mapper().readTree(good.bytes()).at("/choices/0/finish_reason");
        assertThat(good.finishReason()).isEqualTo(told.asString());
        return told.asString();
    }

    @TestFactory
    Stream<DynamicTest> onlyADialectWhoseServersLeaveItOutMeansAPlainEnd() {
        return Stream.of(Dialect.values())
                .filter(Codecs::speaks)
                .map(from ->
                        DynamicTest.dynamicTest(
                                from.text(),
                                () ->
                                        assertThat(finishOf(from))
                                                .isEqualTo(
                                                        Codecs.of(from).tellsStops()
                                                                ? "interrupted"
                                                                : from == Dialect.TGI
                                                                        ? "stop"
                                                                        : "tool_calls")));
    }

    private static TranslatedStream heard(Dialect from, boolean calling) {
        var writer = Codecs.of(from).streams().writer(Rich.context(from));
        var out = new ByteSink();
        writer.write(new ReplyEvent.Started("r", "m", 1L), out);
        writer.write(new ReplyEvent.TextDelta(0, "Hi"), out);
        if (calling) {
            writer.write(new ReplyEvent.CallStarted(0, 0, "c", "f", null), out);
            writer.write(new ReplyEvent.CallDelta(0, 0, "{}"), out);
        }
        var stops = new TreeMap<Integer, Stop>();
        stops.put(0, new Stop(StopReason.LENGTH, null));
        writer.end(new Ending(stops, null), out);
        var text = new String(out.take(), UTF_8);
        for (var word : WORDS) {
            text = text.replaceAll("\"" + word + "\":\"(?!null)[^\"]*\"", "\"" + word + "\":null");
        }
        var stream =
                new TranslatedStream(
                        Codecs.of(from),
                        Codecs.of(Dialect.OPENAI_CHAT),
                        Rich.context(Dialect.OPENAI_CHAT),
                        (json, start, end) -> {},
                        sink -> sink,
                        false);
        var bytes = text.getBytes(UTF_8);
        stream.feed(bytes, 0, bytes.length);
        stream.end();
        return stream;
    }

    @ParameterizedTest
    @CsvSource({"ANTHROPIC,interrupted", "COHERE,interrupted", "OPENAI_CHAT,stop", "OLLAMA,stop"})
    void aStreamThatOnlyCameToItsTerminatorIsToldSo(Dialect from, String finish) {
        var stream = heard(from, false);

        assertThat(stream.isComplete()).isTrue();
        assertThat(new String(stream.terminal(), UTF_8))
                .contains("\"finish_reason\":\"" + finish + "\"")
                .endsWith("data: [DONE]\n\n");
    }

    @ParameterizedTest
    @CsvSource({"ANTHROPIC", "COHERE"})
    void callsOfSuchAStreamAreNotComplete(Dialect from) {
        var stream = heard(from, true);

        assertThat(stream.state()).isEqualTo(ReplyStream.State.BROKEN);
        assertThat(stream.isComplete()).isFalse();
        assertThat(new String(stream.broken(ErrorCode.STREAM_INCOMPLETE, "x"), UTF_8))
                .contains("stream_incomplete")
                .doesNotContain("[DONE]");
    }
}
