package dev.sluice.dataplane.dialect.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.dialect.lane.ReplyStream;
import dev.sluice.model.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChatStreamTest {
    private static final String HEAD =
            "{\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":17,\"model\":\"up\",";

    private final ByteArrayOutputStream counted = new ByteArrayOutputStream();

    private ChatStream stream(boolean usageWanted) {
        return new ChatStream(
                "alias", usageWanted, (bytes, from, to) -> counted.write(bytes, from, to - from));
    }

    private static String frame(String rest) {
        return "data: " + HEAD + rest + "}\n\n";
    }

    private static String choice(String delta, String finish) {
        return "\"choices\":[{\"index\":0,\"delta\":"
                + delta
                + ",\"finish_reason\":"
                + finish
                + "}]";
    }

    private static void feed(ChatStream stream, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        stream.feed(bytes, 0, bytes.length);
    }

    private static String out(ChatStream stream) {
        return new String(stream.out().take(), StandardCharsets.UTF_8);
    }

    private String counted() {
        return counted.toString(StandardCharsets.UTF_8);
    }

    @Test
    void keepsTheUpstreamsBytesButForTheModel() {
        var stream = stream(false);
        var odd =
                "{ \"weird\" : 1e5,\"model\":\"up\" , \"choices\":[{\"delta\":{\"content\":\"a\\\"b\"},"
                        + "\"index\":0,\"logprobs\":{\"x\":0.10}}]}";

        feed(stream, "data:" + odd + "\n\n");

        assertThat(out(stream)).isEqualTo("data: " + odd.replace("\"up\"", "\"alias\"") + "\n\n");
        assertThat(counted()).isEqualTo("a\\\"b");
        assertThat(stream.servedModel()).isEqualTo("up");
    }

    @Test
    void givesTheSameStreamHoweverTheBytesAreCut() {
        var text =
                frame("\"choices\":[],\"prompt_filter_results\":[]")
                        + ": keep-alive\n\n"
                        + frame(choice("{\"role\":\"assistant\",\"content\":\"\"}", "null"))
                        + frame(choice("{\"content\":\"Héllo 你好🙂\"}", "null"))
                        + frame(choice("{\"content\":\" \"}", "\"\""))
                        + frame(choice("{}", "\"eos_token\""))
                        + frame(
                                "\"choices\":[],\"usage\":{\"prompt_tokens\":6,\"completion_tokens\":3}")
                        + "data: [DONE]\n\n";
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var whole = relayed(bytes, new int[0]);

        for (var cut = 0; cut <= bytes.length; cut++) {
            assertThat(relayed(bytes, new int[] {cut})).as("cut at %d", cut).isEqualTo(whole);
        }
        var random = new Random(7);
        for (var run = 0; run < 200; run++) {
            var cuts = random.ints(20, 0, bytes.length + 1).sorted().toArray();
            assertThat(relayed(bytes, cuts)).as("cuts %s", Arrays.toString(cuts)).isEqualTo(whole);
        }
    }

    private String relayed(byte[] bytes, int[] cuts) {
        var stream = stream(false);
        counted.reset();
        var text = new StringBuilder();
        var at = 0;
        for (var cut : cuts) {
            piece(stream, bytes, at, cut);
            text.append(out(stream));
            at = cut;
        }
        piece(stream, bytes, at, bytes.length);
        stream.end();
        text.append(out(stream));
        return text
                + counted()
                + stream.state()
                + stream.usage()
                + new String(stream.terminal(), StandardCharsets.UTF_8);
    }

    private static void piece(ChatStream stream, byte[] bytes, int from, int to) {
        var copy = Arrays.copyOfRange(bytes, from, to);
        stream.feed(copy, 0, copy.length);
        Arrays.fill(copy, (byte) 'Z');
    }

    @Test
    void dropsOnlyTheUsageChunkThatNobodyAskedFor() {
        var usage = frame("\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}");
        var unasked = stream(false);
        var asked = stream(true);

        feed(unasked, usage);
        feed(asked, usage);

        assertThat(out(unasked)).isEmpty();
        assertThat(out(asked)).contains("completion_tokens");
        assertThat(unasked.usage()).isNotNull();
    }

    @Test
    void takesTheLastUsageWhereverItStands() {
        var stream = stream(false);

        feed(
                stream,
                frame(
                        choice("{}", "null")
                                + ",\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":1}"));
        feed(stream, frame(choice("{}", "null") + ",\"usage\":null"));
        feed(
                stream,
                frame(
                        "\"x_groq\":{\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":9}},\"choices\":[]"));

        assertThat(stream.usage().output()).isEqualTo(9);
    }

    @Test
    void finishesEachChoiceOnce() {
        var stream = stream(false);

        feed(stream, frame(choice("{\"content\":\"a\"}", "\"null\"")));
        feed(stream, frame(choice("{}", "\"stop\"")));
        feed(stream, frame(choice("{}", "\"stop\"")));

        assertThat(out(stream))
                .containsOnlyOnce("\"finish_reason\":\"stop\"")
                .doesNotContain("\"null\"");
        assertThat(stream.isComplete()).isTrue();
    }

    @Test
    void suppliesTheFinishThatIsMissing() {
        var stream = stream(false);

        feed(
                stream,
                frame(choice("{\"tool_calls\":[{\"index\":0}]}", "null")) + "data: [DONE]\n\n");

        assertThat(new String(stream.terminal(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":17,"
                                + "\"model\":\"alias\",\"choices\":[{\"index\":0,\"delta\":{},"
                                + "\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n");
    }

    @Test
    void isNotCompleteBeforeEveryChoiceIsFinished() {
        var stream = stream(false);

        feed(
                stream,
                frame(
                        "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":"
                                + "\"stop\"},{\"index\":1,\"delta\":{\"content\":\"b\"}}]"));

        assertThat(stream.isComplete()).isFalse();
        assertThat(stream.anyFinished()).isTrue();
    }

    @Test
    void takesMetadataForNoContent() {
        var stream = stream(false);

        feed(
                stream,
                frame(
                        choice(
                                "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[]}",
                                "null")));

        assertThat(stream.produced()).isFalse();
        feed(stream, frame(choice("{\"reasoning_content\":\"hm\",\"reasoning\":\"hm\"}", "null")));
        assertThat(stream.produced()).isTrue();
        assertThat(counted()).isEqualTo("hm");
    }

    @Test
    void countsToolCallsWithoutTheirIds() {
        var stream = stream(false);

        feed(
                stream,
                frame(
                        choice(
                                "{\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":\"function\","
                                        + "\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}]}",
                                "null")));

        assertThat(counted()).isEqualTo("f{\\\"a\\\":1}");
    }

    @Test
    void breaksOnErrorsOfAllShapes() {
        for (var broken :
                new String[] {
                    "data: {\"error\":{\"message\":\"x\"}}\n\n",
                    "data: {\"error\":\"x\"}\n\n",
                    "data: {oops\n\n",
                    frame("\"choices\":[{\"index\":0,\"error\":{\"message\":\"x\"}}]"),
                    frame(choice("{}", "\"network_error\"")),
                    frame(choice("{}", "\"abort\""))
                }) {
            var stream = stream(false);

            feed(stream, frame(choice("{\"content\":\"a\"}", "null")) + broken);

            assertThat(stream.state()).as(broken).isEqualTo(ReplyStream.State.BROKEN);
            assertThat(stream.isComplete()).isFalse();
            assertThat(out(stream)).doesNotContain("abort", "network_error", "oops");
        }
    }

    @Test
    void endsInTheUpstreamsOwnWords() {
        var stream = stream(true);
        var error = "{\"model\":\"up\",\"error\":{\"code\":\"tool_use_failed\",\"n\":1.0}}";
        feed(stream, frame(choice("{\"content\":\"a\"}", "null")));
        feed(stream, "event: error\ndata: " + error + "\n\n");

        var end = stream.broken(ErrorCode.STREAM_INCOMPLETE, "it broke");

        assertThat(new String(end, StandardCharsets.UTF_8))
                .isEqualTo("data: " + error.replace("\"up\"", "\"alias\"") + "\n\n");
    }
}
