package dev.sluice.dataplane.dialect.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Operation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Calls of servers that leave out what clients need. */
class CallRepairsTest {
    private static JsonNode whole(String calls) {
        var body = "{\"choices\":[{\"index\":0,\"message\":{\"tool_calls\":[" + calls + "]}}]}";
        var read =
                new ReplyReader(Operation.CHAT, null, (json, from, to) -> {})
                        .read(body.getBytes(StandardCharsets.UTF_8));
        var good = (ReplyBody.Good) read;
        return SluiceJson.mapper().readTree(good.bytes()).at("/choices/0/message/tool_calls");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\"id\":null,", "\"id\":\"\",", "\"type\":\"function\",\"id\":\"\","})
    void givesEachCallAnIdOfItsOwn(String id) {
        var call = "{" + id + "\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}";

        var calls = whole(call + "," + call);

        var first = calls.path(0).path("id").asString("");
        assertThat(first).startsWith("call_").isNotEqualTo(calls.path(1).path("id").asString(""));
        assertThat(calls.path(0).at("/function/arguments").asString()).isEqualTo("{\"a\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"f\"}",
                "{\"name\":\"f\",\"arguments\":\"\"}",
                "{\"arguments\":null,\"name\":\"f\"}",
                "{\"name\":\"f\",\"arguments\":{}}"
            })
    void givesArgumentsThatAreJson(String function) {
        var call = whole("{\"id\":\"c\",\"function\":" + function + "}").path(0);

        assertThat(call.path("id").asString()).isEqualTo("c");
        assertThat(call.at("/function/name").asString()).isEqualTo("f");
        assertThat(call.at("/function/arguments").asString()).isEqualTo("{}");
    }

    @Test
    void leavesOtherCallsAlone() {
        var custom =
                "{\"id\":\"c\",\"type\":\"custom\",\"custom\":{\"name\":\"f\",\"input\":\"\"}}";

        assertThat(whole(custom).path(0)).isEqualTo(SluiceJson.mapper().readTree(custom));
    }

    private static String chunk(int choice, String delta, String finish) {
        return "data: {\"id\":\"x\",\"choices\":[{\"index\":"
                + choice
                + ",\"delta\":{"
                + delta
                + "},\"finish_reason\":"
                + finish
                + "}]}\n\n";
    }

    private static String call(int index, String id, String arguments) {
        return "\"tool_calls\":[{\"index\":"
                + index
                + ","
                + id
                + "\"function\":{\"name\":\"f\",\"arguments\":\""
                + arguments
                + "\"}}]";
    }

    private static List<JsonNode> relayed(String stream) {
        var lane = new ChatStream(null, false, (json, from, to) -> {});
        var bytes = stream.getBytes(StandardCharsets.UTF_8);
        lane.feed(bytes, 0, bytes.length);
        lane.end();
        var text = new String(lane.out().take(), StandardCharsets.UTF_8);
        text += new String(lane.terminal(), StandardCharsets.UTF_8);
        var calls = new ArrayList<JsonNode>();
        for (var line : text.lines().filter(one -> one.startsWith("data: {")).toList()) {
            var choice = SluiceJson.mapper().readTree(line.substring(6)).at("/choices/0");
            choice.at("/delta/tool_calls").forEach(calls::add);
            if (!choice.path("finish_reason").isNull()) {
                calls.add(choice.path("finish_reason"));
            }
        }
        return calls;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"id\":null,", "\"id\":\"\","})
    void givesAStreamedCallOneId(String id) {
        var calls =
                relayed(
                        chunk(0, call(0, id, ""), "null")
                                + chunk(0, call(0, id, "{}"), "null")
                                + chunk(0, call(1, id, "{}"), "null")
                                + chunk(0, "", "\"stop\""));

        assertThat(calls).hasSize(4);
        assertThat(calls.get(0).path("id").asString("")).startsWith("call_");
        assertThat(calls.get(1).path("id").asString("")).isEmpty();
        assertThat(calls.get(2).path("id").asString(""))
                .startsWith("call_")
                .isNotEqualTo(calls.get(0).path("id").asString(""));
        assertThat(calls.get(3).asString()).isEqualTo("tool_calls");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"stop\"", "null"})
    void givesAStreamedCallArgumentsBeforeItsEnd(String finish) {
        var calls =
                relayed(
                        chunk(0, call(0, "\"id\":\"a\",", ""), "null")
                                + chunk(0, call(1, "\"id\":\"b\",", "{}"), "null")
                                + chunk(0, "", finish)
                                + "data: [DONE]\n\n");

        assertThat(calls).hasSize(4);
        assertThat(calls.get(2).path("index").asInt()).isZero();
        assertThat(calls.get(2).at("/function/arguments").asString()).isEqualTo("{}");
        assertThat(calls.get(3).asString()).isEqualTo("tool_calls");
    }
}
