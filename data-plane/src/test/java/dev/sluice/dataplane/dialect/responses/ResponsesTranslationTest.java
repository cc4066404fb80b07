package dev.sluice.dataplane.dialect.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.lane.PatchedStream;
import dev.sluice.dataplane.dialect.lane.TranslatedStream;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Between the two dialects of OpenAI, both ways. */
class ResponsesTranslationTest {
    private static final Dialect RESPONSES = Dialect.OPENAI_RESPONSES;
    private static final Dialect CHAT = Dialect.OPENAI_CHAT;

    private static byte[] json(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static ChatRequest read(Dialect from, String request) {
        return Codecs.of(from)
                .requests()
                .read(Door.of(from, Operation.CHAT), JsonFields.scan(json(request)));
    }

    private static ObjectNode translated(Dialect from, Dialect to, String request, Losses losses) {
        var target = new RequestTarget("up", null, null, "max_tokens", false);
        return Codecs.of(to).requests().write(read(from, request), target, losses);
    }

    private static String translated(Dialect from, Dialect to, String request) {
        return translated(from, to, request, new Losses(to, true)).toString().replace('"', '\'');
    }

    private static ReplyContext context(Dialect dialect, ChatRequest request) {
        return new ReplyContext(
                new UUID(1, 2),
                Instant.ofEpochSecond(1_700_000_000),
                "alias",
                true,
                Door.of(dialect, Operation.CHAT),
                request);
    }

    @Test
    void tellsAnAgentsRequestToAChatModel() {
        var request =
                """
                {'model':'m','instructions':'Be brief.','store':false,'stream':true,
                'include':['reasoning.encrypted_content'],'max_output_tokens':64,
                'reasoning':{'effort':'low','summary':'auto'},'parallel_tool_calls':true,
                'tools':[{'type':'function','name':'now','parameters':{'type':'object'},
                'strict':false}],'tool_choice':{'type':'function','name':'now'},
                'text':{'format':{'type':'json_schema','name':'t','schema':{},'strict':true}},
                'input':[{'role':'user','content':[{'type':'input_text','text':'When?'},
                {'type':'input_image','image_url':'data:image/png;base64,QQ=='}]},
                {'type':'reasoning','id':'rs_1','summary':[],'encrypted_content':'x'},
                {'type':'message','id':'msg_1','role':'assistant','status':'completed',
                'content':[{'type':'output_text','text':'I look.','annotations':[]}]},
                {'type':'function_call','id':'fc_1','call_id':'call_1','name':'now',
                'arguments':'{}','status':'completed'},
                {'type':'function_call','id':'fc_2','call_id':'call_2','name':'now',
                'arguments':'{}','status':'completed'},
                {'type':'function_call_output','call_id':'call_1','output':'noon'},
                {'type':'function_call_output','call_id':'call_2',
                'output':[{'type':'input_text','text':'one'}]}]}
                """;

        assertThat(translated(RESPONSES, CHAT, request))
                .isEqualTo(
                        "{'model':'up','messages':[{'role':'system','content':'Be brief.'},"
                                + "{'role':'user','content':[{'type':'text','text':'When?'},"
                                + "{'type':'image_url','image_url':{'url':"
                                + "'data:image/png;base64,QQ=='}}]},"
                                + "{'role':'assistant','content':'I look.','tool_calls':["
                                + "{'id':'call_1','type':'function','function':{'name':'now',"
                                + "'arguments':'{}'}},{'id':'call_2','type':'function',"
                                + "'function':{'name':'now','arguments':'{}'}}]},"
                                + "{'role':'tool','tool_call_id':'call_1','content':'noon'},"
                                + "{'role':'tool','tool_call_id':'call_2','content':'one'}],"
                                + "'tools':[{'type':'function','function':{'name':'now',"
                                + "'parameters':{'type':'object'},'strict':false}}],"
                                + "'tool_choice':{'type':'function','function':{'name':'now'}},"
                                + "'parallel_tool_calls':true,'max_tokens':64,"
                                + "'response_format':{'type':'json_schema','json_schema':"
                                + "{'name':'t','schema':{},'strict':true}},"
                                + "'reasoning_effort':'low','stream':true}");
    }

    @Test
    void tellsAChatRequestToAResponsesModel() {
        var request =
                """
                {'model':'m','max_completion_tokens':100,'temperature':0.5,'messages':[
                {'role':'system','content':'Be brief.'},{'role':'user','content':'When?'},
                {'role':'assistant','content':null,'tool_calls':[{'id':'call_1',
                'type':'function','function':{'name':'now','arguments':''}}]},
                {'role':'tool','tool_call_id':'call_1','content':'noon'}],
                'tools':[{'type':'function','function':{'name':'now'}}],
                'tool_choice':'required','user':'u','service_tier':'flex'}
                """;

        assertThat(translated(CHAT, RESPONSES, request))
                .isEqualTo(
                        "{'model':'up','instructions':'Be brief.','input':["
                                + "{'role':'user','content':'When?'},"
                                + "{'type':'function_call','call_id':'call_1','name':'now',"
                                + "'arguments':'{}'},{'type':'function_call_output',"
                                + "'call_id':'call_1','output':'noon'}],"
                                + "'tools':[{'type':'function','name':'now','parameters':"
                                + "{'type':'object','properties':{}},'strict':false}],"
                                + "'tool_choice':'required','temperature':0.5,"
                                + "'max_output_tokens':100,'safety_identifier':'u',"
                                + "'service_tier':'flex'}");
    }

    @Test
    void carriesCustomToolsBothWays() {
        var request =
                """
                {'model':'m','input':[{'type':'custom_tool_call','call_id':'c','name':'sql',
                'input':'SELECT 1'},{'type':'custom_tool_call_output','call_id':'c',
                'output':'1'}],'tools':[{'type':'custom','name':'sql','format':
                {'type':'grammar','syntax':'lark','definition':'start: /a/'}}]}
                """;

        assertThat(translated(RESPONSES, CHAT, request))
                .contains("'type':'custom','custom':{'name':'sql','input':'SELECT 1'}")
                .contains("{'role':'tool','tool_call_id':'c','content':'1'}")
                .contains("'grammar':{'syntax':'lark','definition':'start: /a/'}");
        assertThat(translated(RESPONSES, RESPONSES, request))
                .contains(
                        "{'type':'custom_tool_call','call_id':'c','name':'sql','input':'SELECT 1'}")
                .contains("'type':'custom_tool_call_output'")
                .contains("'format':{'type':'grammar','syntax':'lark','definition':'start: /a/'}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "'tools':[{'type':'web_search'}],'input':'hi'",
                "'input':[{'type':'item_reference','id':'msg_1'}]",
                "'prompt':{'id':'p'},'input':'hi'",
                "'input':[{'role':'user','content':[{'type':'input_image','file_id':'f'}]}]"
            })
    void refusesWhatWouldMeanSomethingElse(String fields) {
        assertThatThrownBy(() ->
                        translated(
                                RESPONSES,
                                CHAT,
                                "{'model':'m'," + fields + "}",
                                new Losses(CHAT, false)))
                .isInstanceOf(GatewayFailure.Unsupported.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "'previous_response_id':'resp_1'|previous_response_id",
                "'conversation':'conv_1'|conversation",
                "'background':true|background",
                "'max_output_tokens':15|max_output_tokens",
                "'input':7|input"
            })
    void refusesAtTheDoorWhatNeedsAStore(String field, String param) {
        var input = param.equals("input") ? "" : ",'input':'hi'";
        var body = JsonFields.scan(json("{'model':'m'" + input + "," + field + "}"));
        var requests = Codecs.of(RESPONSES).requests();

        assertThatThrownBy(() -> requests.envelope(Door.of(RESPONSES, Operation.CHAT), body))
                .isInstanceOfSatisfying(
                        GatewayFailure.class,
                        refused -> assertThat(refused.param()).isEqualTo(param));
    }

    @Test
    void namesWhatAChatModelCannotBeTold() {
        var losses = new Losses(CHAT, false);

        translated(
                RESPONSES,
                CHAT,
                "{'model':'m','input':'hi','truncation':'auto','max_tool_calls':3,'store':true}",
                losses);

        assertThat(losses.warnings())
                .containsExactly(
                        "truncation dropped: openai-chat has no such field",
                        "max_tool_calls dropped: openai-chat has no such field");
    }

    @Test
    void namesWhatAResponsesModelCannotBeTold() {
        var losses = new Losses(RESPONSES, false);

        var body =
                translated(
                        CHAT,
                        RESPONSES,
                        "{'model':'m','messages':[{'role':'user','content':'hi'}],'stop':'x',"
                                + "'seed':1,'logit_bias':{},'max_tokens':5}",
                        losses);

        assertThat(body.path("max_output_tokens").asInt()).isEqualTo(16);
        assertThat(losses.warnings())
                .hasSize(4)
                .anyMatch(warning -> warning.startsWith("stop "))
                .anyMatch(warning -> warning.startsWith("max_output_tokens raised"));
    }

    private static String streamed(Dialect from, Dialect to, ChatRequest request, String sse) {
        var stream =
                new TranslatedStream(
                        Codecs.of(from).streams(),
                        Codecs.of(to).streams().writer(context(to, request)),
                        (json, start, end) -> {},
                        sink -> sink);
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
                                + "{'type':'custom','name':'sql'}]}");

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
                                                        + "{'name':'f','arguments':'{'}},"
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
                .contains("'call_id':'a','name':'f','arguments':'{}'")
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
                        Codecs.of(RESPONSES).streams(),
                        Codecs.of(CHAT).streams().writer(context(CHAT, null)),
                        (json, from, to) -> {},
                        sink -> sink);
        var bytes = json(sse);

        stream.feed(bytes, 0, bytes.length);

        assertThat(stream.said().status()).isEqualTo(429);
        assertThat(stream.said().message()).isEqualTo("slow down");
    }

    @Test
    void answersWholeRepliesBothWays() {
        var chat =
                json(
                        "{'id':'c','choices':[{'index':0,'message':{'role':'assistant',"
                                + "'content':null,'refusal':'No.'},'finish_reason':'stop'}],"
                                + "'usage':{'prompt_tokens':4,'completion_tokens':2,"
                                + "'total_tokens':6}}");

        var written =
                Codecs.of(RESPONSES)
                        .replies()
                        .write(
                                Codecs.of(CHAT).replies().read(chat),
                                context(RESPONSES, read(RESPONSES, "{'model':'m','input':'hi'}")));
        JsonNode back =
                Codecs.of(CHAT)
                        .replies()
                        .write(
                                Codecs.of(RESPONSES)
                                        .replies()
                                        .read(SluiceJson.mapper().writeValueAsBytes(written)),
                                context(CHAT, null));

        assertThat(written.path("status").asString()).isEqualTo("completed");
        assertThat(written.path("output").path(0).path("content").path(0).toString())
                .isEqualTo("{\"type\":\"refusal\",\"refusal\":\"No.\"}");
        assertThat(written.path("usage").path("total_tokens").asInt()).isEqualTo(6);
        assertThat(written.path("text").path("format").path("type").asString()).isEqualTo("text");
        assertThat(back.path("choices").path(0).path("message").path("refusal").asString())
                .isEqualTo("No.");
    }
}
