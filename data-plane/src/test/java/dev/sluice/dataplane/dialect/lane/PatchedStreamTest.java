package dev.sluice.dataplane.dialect.lane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.TokenUsage;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Streams between two that speak Anthropic's dialect: the upstream's own bytes. */
class PatchedStreamTest {
    private static final ReplyContext CONTEXT =
            new ReplyContext(
                    new UUID(1, 2),
                    Instant.EPOCH,
                    "alias",
                    true,
                    Door.of(Dialect.ANTHROPIC, Operation.CHAT),
                    null);

    private static final String START =
            """
            event: message_start
            data: {"type":"message_start","message":{"id":"msg_u","model":"up-claude","content":[],\
            "usage":{"input_tokens":9,"output_tokens":1},"future":1.10},"model":"kept"}

            """;
    private static final String BEGIN =
            """
            : a comment

            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}  }

            event: ping
            data: {"type": "ping"}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Grüß 你"}}

            """;
    private static final String STOP =
            """
            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            """;
    private static final String END =
            """
            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":4}}

            event: message_stop
            data: {"type":"message_stop"}

            """;
    private static final String WHOLE = START + BEGIN + STOP + END;

    private final StringBuilder counted = new StringBuilder();

    private PatchedStream stream() {
        return new PatchedStream(
                Codecs.of(Dialect.ANTHROPIC),
                CONTEXT,
                "alias",
                (json, from, to) -> counted.append(new String(json, from, to - from, UTF_8)));
    }

    private static void feed(PatchedStream stream, String text, int size) {
        var bytes = text.getBytes(UTF_8);
        for (var at = 0; at < bytes.length; at += size) {
            stream.feed(bytes, at, Math.min(bytes.length, at + size));
        }
    }

    private static String out(PatchedStream stream) {
        return new String(stream.out().take(), UTF_8);
    }

    private static String terminal(PatchedStream stream) {
        return new String(stream.terminal(), UTF_8);
    }

    private static String shown(String sent) {
        return sent.replace("up-claude", "alias");
    }

    @Test
    void changesNothingButTheModelsName() {
        var stream = stream();
        feed(stream, WHOLE, 10_000);

        assertThat(stream.state()).isEqualTo(ReplyStream.State.DONE);
        assertThat(out(stream)).isEqualTo(shown(START + BEGIN + STOP));
        assertThat(terminal(stream)).isEqualTo(END);
        assertThat(stream.usage()).isEqualTo(TokenUsage.of(9, 4));
        assertThat(stream.servedModel()).isEqualTo("up-claude");
        assertThat(stream.finishReason()).isEqualTo("stop");
        assertThat(counted.toString()).isEqualTo("Grüß 你");
    }

    @Test
    void isTheSameHoweverItIsCutAndHoweverItsLinesEnd() {
        for (var lineEnd : new String[] {"\n", "\r\n", "\r"}) {
            var sent = WHOLE.replace("\n", lineEnd);
            for (var size = 1; size < 120; size++) {
                var stream = stream();
                feed(stream, sent, size);
                stream.end();

                assertThat(stream.isComplete()).isTrue();
                assertThat(out(stream) + terminal(stream))
                        .as("cut at every %s bytes", size)
                        .isEqualTo(shown(sent));
            }
        }
    }

    @Test
    void isTheSameWhereverItIsCutInTwo() {
        var sent = WHOLE.replace("\n", "\r\n").getBytes(UTF_8);
        for (var cut = 0; cut <= sent.length; cut++) {
            var stream = stream();
            stream.feed(sent, 0, cut);
            stream.feed(sent, cut, sent.length);

            assertThat(stream.state()).isEqualTo(ReplyStream.State.DONE);
            assertThat(out(stream) + terminal(stream))
                    .isEqualTo(shown(WHOLE.replace("\n", "\r\n")));
        }
    }

    @Test
    void writesTheTypeThatOnlyTheNameTells() {
        var typed = Pattern.compile("(event: (\\w+)\ndata: \\{)\"type\": ?\"\\w+\",?");
        var untyped = typed.matcher(WHOLE).replaceAll("$1");
        assertThat(untyped).contains("event: message_stop\ndata: {}\n", "ping\ndata: {}\n");
        var stream = stream();
        feed(stream, untyped, 7);

        assertThat(stream.state()).isEqualTo(ReplyStream.State.DONE);
        assertThat(out(stream) + terminal(stream))
                .isEqualTo(shown(WHOLE.replace("{\"type\": \"ping\"}", "{\"type\":\"ping\"}")));
        assertThat(counted.toString()).isEqualTo("Grüß 你");
    }

    @Test
    void keepsTheEndBackUntilTheBooksAreDone() {
        var stream = stream();
        feed(stream, START, 10_000);
        assertThat(stream.produced()).isFalse();
        feed(stream, BEGIN + STOP, 10_000);
        assertThat(stream.produced()).isTrue();
        out(stream);

        feed(stream, END.substring(0, END.indexOf("event: message_stop")), 10_000);
        assertThat(stream.isComplete()).isTrue();
        assertThat(stream.state()).isEqualTo(ReplyStream.State.RUNNING);
        assertThat(out(stream)).isEmpty();
        assertThat(terminal(stream)).as("the upstream forgot it").isEqualTo(END);
    }

    @Test
    void closesTheOpenTextWhereTheUpstreamBreaksOff() {
        var stream = stream();
        feed(stream, START + BEGIN + "event: content_block_delta\ndata: {\"type\":\"cont", 10_000);
        assertThat(stream.isComplete()).isFalse();

        var end = new String(stream.broken(ErrorCode.STREAM_INCOMPLETE, "it broke"), UTF_8);

        assertThat(out(stream)).isEqualTo(shown(START + BEGIN));
        assertThat(end)
                .isEqualTo(
                        STOP
                                + "event: error\ndata: {\"type\":\"error\",\"error\":"
                                + "{\"type\":\"api_error\",\"message\":\"it broke\"}}\n\n");
    }

    @Test
    void leavesACallOpenThatNobodyMayTakeForComplete() {
        var call =
                """
                event: content_block_start
                data: {"type":"content_block_start","index":1,\
                "content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}

                """;
        var stream = stream();
        feed(stream, START + BEGIN + STOP + call, 10_000);

        var end = new String(stream.broken(ErrorCode.STREAM_INCOMPLETE, "it broke"), UTF_8);

        assertThat(end).startsWith("event: error").doesNotContain("content_block_stop");
    }

    @Test
    void takesTheUpstreamsErrorForTheEnd() {
        var stream = stream();
        feed(
                stream,
                START
                        + BEGIN
                        + "event: error\ndata: {\"type\":\"error\",\"error\":"
                        + "{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
                10_000);

        assertThat(stream.state()).isEqualTo(ReplyStream.State.BROKEN);
        assertThat(stream.said().status()).isEqualTo(529);
        assertThat(out(stream)).doesNotContain("overloaded");
        assertThat(new String(stream.errorBody(), UTF_8)).contains("overloaded_error");
    }

    @Test
    void endsInTheUpstreamsOwnWordsHoweverTheyAreCut() {
        var error =
                "event: error\ndata: {\"type\":\"error\",\"error\":"
                        + "{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"},\"more\":1.0}\n\n";
        for (var size = 1; size < 90; size++) {
            var stream = stream();
            feed(stream, START + BEGIN + error, size);

            var end = new String(stream.broken(ErrorCode.STREAM_INCOMPLETE, "it broke"), UTF_8);
            assertThat(out(stream) + end).isEqualTo(shown(START + BEGIN) + error);
        }
    }

    @Test
    void takesBrokenJsonForABrokenStream() {
        var stream = stream();
        feed(stream, START + "data: {\"type\":\n\n", 10_000);
        assertThat(stream.state()).isEqualTo(ReplyStream.State.BROKEN);
        assertThat(new String(stream.broken(ErrorCode.STREAM_INCOMPLETE, "it broke"), UTF_8))
                .contains("\"message\":\"it broke\"");
    }
}
