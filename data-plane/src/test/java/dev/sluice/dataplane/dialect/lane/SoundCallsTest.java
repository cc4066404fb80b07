package dev.sluice.dataplane.dialect.lane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.lane.event.SoundCalls;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoundCallsTest {
    private static ReplyBody read(Dialect from, String body) {
        var door = Door.of(Dialect.OPENAI_CHAT, Operation.CHAT);
        var context = new ReplyContext(new UUID(1, 2), Instant.EPOCH, "alias", true, door, null);
        return new TranslatedReply(
                        Codecs.of(from),
                        Codecs.of(Dialect.OPENAI_CHAT),
                        context,
                        (json, start, end) -> {},
                        UnaryOperator.identity())
                .read(body.replace('\'', '"').getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ANTHROPIC|{'content':[@,@,{'type':'tool_use','input':{}}]}"
                        + "|{'type':'tool_use','name':'f','input':{}}",
                "BEDROCK_CONVERSE|{'output':{'message':{'content':[@,@,{'toolUse':{'input':{}}}]}}}"
                        + "|{'toolUse':{'name':'f','input':{}}}",
                "COHERE|{'message':{'tool_calls':[@,@,{'function':{'arguments':'1'}}]}}"
                        + "|{'function':{'name':'f','arguments':'{}'}}",
                "DASHSCOPE|{'output':{'choices':[{'message':{'tool_calls':[@,@,{'function':{}}]}}]}}"
                        + "|{'function':{'name':'f','arguments':'{}'}}",
                "GEMINI|{'candidates':[{'content':{'parts':[@,@,{'functionCall':{'args':{}}}]}}]}"
                        + "|{'functionCall':{'name':'f','args':{}}}",
                "OLLAMA|{'message':{'tool_calls':[@,@,{'function':{'arguments':{}}}]}}"
                        + "|{'function':{'name':'f','arguments':{}}}",
                "OPENAI_RESPONSES|{'output':[@,@,{'type':'function_call','arguments':'1'}]}"
                        + "|{'type':'function_call','name':'f','arguments':'{}'}",
                "OPENAI_RESPONSES|{'output':[@,@,{'type':'custom_tool_call','input':'1'}]}"
                        + "|{'type':'custom_tool_call','name':'f','input':'{}'}",
            })
    void everyCallOfAReplyHasItsOwnIdAndAName(Dialect from, String body, String call) {
        var good = (ReplyBody.Good) read(from, body.replace("@", call));

        var calls = SluiceJson.mapper().readTree(good.bytes()).at("/choices/0/message/tool_calls");
        var ids = new HashSet<String>();
        calls.values().forEach(one -> ids.add(one.path("id").asString("")));
        assertThat(calls).hasSize(2);
        assertThat(ids).hasSize(2).doesNotContain("");
    }

    @Test
    void callsOfAStreamHaveIdsAndNamesAndNoGaps() {
        var events = new ArrayList<ReplyEvent>();
        var calls = new SoundCalls(events::add);

        calls.accept(new ReplyEvent.CallStarted(0, 0, "a", "", null));
        calls.accept(new ReplyEvent.CallDelta(0, 0, "{}"));
        calls.accept(new ReplyEvent.CallStarted(0, 1, "", "f", null));
        calls.accept(new ReplyEvent.CallDelta(0, 1, "{}"));

        assertThat(events).hasSize(2).last().isEqualTo(new ReplyEvent.CallDelta(0, 0, "{}"));
        var started = (ReplyEvent.CallStarted) events.getFirst();
        assertThat(started.call()).isZero();
        assertThat(started.id()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ANTHROPIC|{'content':[null]}",
                "GEMINI|{'candidates':[null]}",
                "OPENAI_CHAT|{'choices':[null]}",
                "OPENAI_RESPONSES|{'output':[null]}",
                "BEDROCK_CONVERSE|{'output':{'message':{'content':[1]}}}",
                "COHERE|{'message':{'content':[null]}}",
                "DASHSCOPE|{'output':{'choices':['x']}}",
                "QIANFAN|{'result':[]}",
                "QIANFAN|{'result':null}",
            })
    void nonsenseIsNoAnswer(Dialect from, String body) {
        assertThat(read(from, body)).isInstanceOf(ReplyBody.Invalid.class);
    }
}
