package dev.sluice.dataplane.dialect.responses;

import static dev.sluice.dataplane.dialect.responses.TranslationFixture.CHAT;
import static dev.sluice.dataplane.dialect.responses.TranslationFixture.RESPONSES;
import static dev.sluice.dataplane.dialect.responses.TranslationFixture.context;
import static dev.sluice.dataplane.dialect.responses.TranslationFixture.json;
import static dev.sluice.dataplane.dialect.responses.TranslationFixture.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.lane.PatchedStream;
import dev.sluice.dataplane.dialect.lane.TranslatedStream;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streams between the two dialects of OpenAI, both ways. */
class ResponsesStreamTranslationTest {
    private static String streamed(Dialect from, Dialect to, ChatRequest request, String sse) {
        var stream =
                new TranslatedStream(
                        Codecs.of(from),
                        Codecs.of(to),
                        context(to, request),
                        (json, start, end) -> {},
                        sink -> sink,
                        false);
        var bytes = json(sse);
        stream.feed(bytes, 0, bytes.length);
        stream.end();
        var text = new String(stream.out().take(), StandardCharsets.UTF_8);
        var end =
                stream.isComplete()
                        ? stream.terminal()
                        : stream.broken(ErrorCode.STREAM_INCOMPLETE, "It broke off.");
        return text + new String(end, StandardCharsets.UTF_8);
    }

    private static String chunk(String delta, String finish) {
        return "data: {'id':'c','object':'chat.completion.chunk','created':1,'model':'up',"
                + "'choices':[{'index':0,'delta':"
                + delta
                + ",'finish_reason':"
                + finish
                + "}]}\n\n";
    }

    private static final String CHAT_USAGE =
            "data: {'choices':[],'usage':{'prompt_tokens':9,'completion_tokens':7,"
                    + "'total_tokens':16,'completion_tokens_details':{'reasoning_tokens':3}}}\n\n"
                    + "data: [DONE]\n\n";

    @Test
    void streamsThoughtsWordsAndInterleavedCalls() {
        var request =
                read(
                        RESPONSES,
                        "{'model':'m','input':'hi','instructions':'Be brief.','tools':["
                                + "{'type':'custom','name':'sql'},{'type':'namespace','name':'ns',"
                                + "'tools':[{'type':'function','name':'f'}]}]}");

        var last =
                ResponsesGrammar.check(
                        streamed(
                                CHAT,
                                RESPONSES,
                                request,
                                chunk("{'reasoning_content':'Hm'}", "null")
                                        + chunk("{'reasoning_content':'m.'}", "null")
                                        + chunk("{'content':'I '}", "null")
                                        + chunk("{'content':'look.'}", "null")
                                        + chunk(
                                                "{'tool_calls':[{'index':0,'id':'a','function':"
                                                        + "{'name':'ns__f','arguments':'{'}},"
                                                        + "{'index':1,'id':'b','function':"
                                                        + "{'name':'sql','arguments':'SEL'}}]}",
                                                "null")
                                        + chunk(
                                                "{'tool_calls':[{'index':0,'function':"
                                                        + "{'arguments':'}'}},{'index':1,"
                                                        + "'function':{'arguments':'ECT'}}]}",
                                                "'tool_calls'")
                                        + CHAT_USAGE));

        var response = last.path("response");
        assertThat(last.path("type").asString()).isEqualTo("response.completed");
        assertThat(response.path("output").toString().replace('"', '\''))
                .contains("'summary':[{'type':'summary_text','text':'Hmm.'}]")
                .contains("'text':'I look.'")
                .contains("'call_id':'a','name':'f','namespace':'ns','arguments':'{}'")
                .contains("'type':'custom_tool_call'")
                .contains("'call_id':'b','name':'sql','input':'SELECT'");
        assertThat(response.path("usage").path("output_tokens").asInt()).isEqualTo(7);
        assertThat(response.path("instructions").asString()).isEqualTo("Be brief.");
        assertThat(response.path("store").asBoolean(true)).isFalse();
        assertThat(response.path("model").asString()).isEqualTo("alias");
    }

    @ParameterizedTest
    @CsvSource({
        "length, response.incomplete, max_output_tokens",
        "content_filter, response.incomplete, content_filter",
        "stop, response.completed, ''"
    })
    void endsAStreamForItsReason(String finish, String type, String reason) {
        var sse = chunk("{'content':'Hi'}", "'" + finish + "'") + CHAT_USAGE;

        var last = ResponsesGrammar.check(streamed(CHAT, RESPONSES, null, sse));

        assertThat(last.path("type").asString()).isEqualTo(type);
        var details = last.path("response").path("incomplete_details");
        assertThat(details.path("reason").asString("")).isEqualTo(reason);
    }

    @Test
    void closesTextsButNoCallsWhenAStreamBreaksOff() {
        var words = streamed(CHAT, RESPONSES, null, chunk("{'content':'Hel'}", "null"));
        var call =
                streamed(
                        CHAT,
                        RESPONSES,
                        null,
                        chunk(
                                "{'tool_calls':[{'index':0,'id':'a','function':{'name':'f',"
                                        + "'arguments':'{'}}]}",
                                "null"));

        var last = ResponsesGrammar.check(words).path("response");
        assertThat(last.path("status").asString()).isEqualTo("failed");
        assertThat(last.path("error").path("code").asString()).isEqualTo("stream_incomplete");
        assertThat(last.path("output").path(0).path("status").asString()).isEqualTo("incomplete");
        assertThat(ResponsesGrammar.check(call).path("response").path("output").isEmpty()).isTrue();
        assertThat(call).doesNotContain("arguments.done");
    }

    @Test
    void endsABrokenStreamOfItsOwnDialectInTheSameWords() {
        var sse =
                event("response.created", 0, "'response':{'id':'resp_up','model':'up'}")
                        + event("response.in_progress", 1, "'response':{'id':'resp_up'}")
                        + event(
                                "response.output_item.added",
                                2,
                                "'output_index':0,'item':{'id':'msg_1','type':'message',"
                                        + "'status':'in_progress','role':'assistant','content':[]}")
                        + event(
                                "response.content_part.added",
                                3,
                                "'item_id':'msg_1','output_index':0,'content_index':0,'part':"
                                        + "{'type':'output_text','text':'','annotations':[]}")
                        + event(
                                "response.output_text.delta",
                                4,
                                "'item_id':'msg_1','output_index':0,'content_index':0,"
                                        + "'delta':'Hel'");
        var stream =
                new PatchedStream(
                        Codecs.of(RESPONSES),
                        context(RESPONSES, null),
                        "alias",
                        (json, from, to) -> {});
        var bytes = json(sse);
        stream.feed(bytes, 0, bytes.length);
        stream.end();

        var all =
                new String(stream.out().take(), StandardCharsets.UTF_8)
                        + new String(
                                stream.broken(ErrorCode.STREAM_INCOMPLETE, "It broke off."),
                                StandardCharsets.UTF_8);

        var events = ResponsesGrammar.events(all);
        var last = events.getLast();
        assertThat(last.path("type").asString()).isEqualTo("response.failed");
        assertThat(last.path("sequence_number").asInt()).isEqualTo(events.size() - 1);
        assertThat(last.path("response").path("id").asString()).isEqualTo("resp_up");
        var part = last.path("response").path("output").path(0).path("content").path(0);
        assertThat(part.path("text").asString()).isEqualTo("Hel");
        assertThat(all).contains("\"model\":\"alias\"").doesNotContain("\"model\":\"up\"");
    }

    private static String event(String type, int number, String fields) {
        return "event: "
                + type
                + "\ndata: {'type':'"
                + type
                + "','sequence_number':"
                + number
                + ","
                + fields
                + "}\n\n";
    }

    @Test
    void readsArgumentsThatComeOnlyAtTheEnd() {
        var sse =
                event(
                                "response.output_item.added",
                                0,
                                "'output_index':0,'item':{'type':'function_call','id':'fc',"
                                        + "'call_id':'c','name':'f','arguments':''}")
                        + event(
                                "response.function_call_arguments.done",
                                1,
                                "'output_index':0,'item_id':'other','arguments':'{}'")
                        + event(
                                "response.output_item.done",
                                2,
                                "'output_index':0,'item':{'type':'function_call','id':'fc2',"
                                        + "'call_id':'c','name':'f','arguments':'{}'}")
                        + event(
                                "response.completed",
                                3,
                                "'response':{'status':'completed','output':[],'usage':"
                                        + "{'input_tokens':1,'output_tokens':2}}");

        var chat = streamed(RESPONSES, CHAT, null, sse);

        assertThat(chat).containsOnlyOnce("\"arguments\":\"{}\"");
        assertThat(chat)
                .contains("\"finish_reason\":\"tool_calls\"")
                .contains("\"total_tokens\":3");
    }

    @Test
    void readsAnAnswerThatOnlyTheLastEventHolds() {
        var sse =
                event(
                        "response.completed",
                        0,
                        "'response':{'status':'completed','output':[{'type':'message','content':"
                                + "[{'type':'output_text','text':'Hi'}]}]}");

        assertThat(streamed(RESPONSES, CHAT, null, sse))
                .containsOnlyOnce("\"content\":\"Hi\"")
                .contains("\"finish_reason\":\"stop\"")
                .endsWith("data: [DONE]\n\n");
    }

    private static final String FREE_TEXT_CALL =
            event("response.created", 0, "'response':{'id':'r'}")
                    + event(
                            "response.output_item.added",
                            1,
                            "'output_index':0,'item':{'id':'i','type':'custom_tool_call',"
                                    + "'call_id':'c','name':'sql','input':''}")
                    + event(
                            "response.custom_tool_call_input.delta",
                            2,
                            "'output_index':0,'item_id':'i','delta':'SELECT 1'")
                    + event(
                            "response.completed",
                            3,
                            "'response':{'status':'completed','output':[]}");

    @Test
    void callsWithFreeTextStayWhatTheyAre() {
        assertThat(streamed(RESPONSES, CHAT, null, FREE_TEXT_CALL))
                .contains(
                        "\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"type\":\"custom\",\"custom\":"
                                + "{\"name\":\"sql\",\"input\":\"\"}}]",
                        "\"tool_calls\":[{\"index\":0,\"custom\":{\"input\":\"SELECT 1\"}}]",
                        "\"finish_reason\":\"tool_calls\"")
                .doesNotContain("\"function\"");
        assertThat(streamed(RESPONSES, Dialect.ANTHROPIC, null, FREE_TEXT_CALL))
                .contains("\"name\":\"sql\"", "SELECT 1", "\"stop_reason\":\"tool_use\"");
    }

    @Test
    void tellsAFailedRunAsAnError() {
        var sse =
                event("response.created", 0, "'response':{'id':'r'}")
                        + event(
                                "response.failed",
                                1,
                                "'response':{'status':'failed','error':{'code':"
                                        + "'rate_limit_exceeded','message':'slow down'}}");
        var stream =
                new TranslatedStream(
                        Codecs.of(RESPONSES),
                        Codecs.of(CHAT),
                        context(CHAT, null),
                        (json, from, to) -> {},
                        sink -> sink,
                        false);
        var bytes = json(sse);

        stream.feed(bytes, 0, bytes.length);

        assertThat(stream.said().status()).isEqualTo(429);
        assertThat(stream.said().message()).isEqualTo("slow down");
    }

    private static final String ITEM_OF_TEXT =
            "data: {'type':'response.output_item.added','output_index':0,'item':{'type':'message',"
                    + "'id':'m','content':[]}}\n\n"
                    + "data: {'type':'response.output_text.delta','output_index':0,"
                    + "'content_index':0,'delta':'FU'}\n\n";
    private static final String ITEM_OF_THOUGHT =
            "data: {'type':'response.output_item.added','output_index':0,'item':{"
                    + "'type':'reasoning','id':'r','summary':[]}}\n\n"
                    + "data: {'type':'response.reasoning_summary_text.delta','output_index':0,"
                    + "'summary_index':0,'delta':'FU'}\n\n";
    private static final String ITEM_OF_CALL =
            "data: {'type':'response.output_item.added','output_index':0,'item':{"
                    + "'type':'function_call','call_id':'c','name':'f'}}\n\n"
                    + "data: {'type':'response.function_call_arguments.delta','output_index':0,"
                    + "'delta':'FU'}\n\n";

    private static String said(String... events) {
        var sse = String.join("\n\n", events) + "\n\n";
        var all = new StringBuilder();
        Codecs.of(RESPONSES)
                .streams()
                .reader(event -> {
                    switch (event) {
                        case ReplyEvent.TextDelta(int _, String text) -> all.append(text);
                        case ReplyEvent.ReasoningDelta(int _, String text) -> all.append(text);
                        case ReplyEvent.CallDelta(int _, int _, String text) -> all.append(text);
                        default -> {}
                    }
                })
                .feed(json(sse), 0, json(sse).length);
        return all.toString();
    }

    private static String completed(String output) {
        return "data: {'type':'response.completed','response':{'status':'completed','output':["
                + output
                + "]}}";
    }

    @ParameterizedTest
    @CsvSource({"FULL, FULL", "FU, FU", "other, FU", "'', FU"})
    void saysWhatPiecesLeftOut(String whole, String heard) {
        var text = "{'type':'message','content':[{'type':'output_text','text':'" + whole + "'}]}";
        var thought =
                "{'type':'reasoning','summary':[{'type':'summary_text','text':'" + whole + "'}]}";
        var call = "{'type':'function_call','call_id':'c','name':'f','arguments':'" + whole + "'}";
        var done = "data: {'type':'response.%s.done','output_index':0,'%s':'" + whole + "'}";

        assertThat(said(ITEM_OF_TEXT, done.formatted("output_text", "text"), completed(text)))
                .isEqualTo(heard);
        assertThat(said(ITEM_OF_TEXT, completed(text))).isEqualTo(heard);
        assertThat(
                        said(
                                ITEM_OF_THOUGHT,
                                done.formatted("reasoning_summary_text", "text"),
                                completed(thought)))
                .isEqualTo(heard);
        assertThat(said(ITEM_OF_THOUGHT, completed(thought))).isEqualTo(heard);
        assertThat(
                        said(
                                ITEM_OF_CALL,
                                done.formatted("function_call_arguments", "arguments"),
                                completed(call)))
                .isEqualTo(heard);
        assertThat(said(ITEM_OF_CALL, completed(call))).isEqualTo(heard);
    }
}
