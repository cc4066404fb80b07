package dev.sluice.dataplane.dialect.responses;

import static dev.sluice.dataplane.dialect.responses.TranslationFixture.CHAT;
import static dev.sluice.dataplane.dialect.responses.TranslationFixture.RESPONSES;
import static dev.sluice.dataplane.dialect.responses.TranslationFixture.context;
import static dev.sluice.dataplane.dialect.responses.TranslationFixture.json;
import static dev.sluice.dataplane.dialect.responses.TranslationFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.responses.item.CallName;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests and whole replies between the two dialects of OpenAI, both ways. */
class ResponsesTranslationTest {
    private static ObjectNode translated(Dialect from, Dialect to, String request, Losses losses) {
        var target = new RequestTarget("up", null, null, "max_tokens", false);
        return Codecs.of(to).requests().write(read(from, request), target, losses);
    }

    private static String translated(Dialect from, Dialect to, String request) {
        return translated(from, to, request, new Losses(to, true)).toString().replace('"', '\'');
    }

    @Test
    void tellsAnAgentsRequestToAChatModel() {
        var request =
                """
                {'model':'m','instructions':'Be brief.','store':false,'stream':true,
                'include':['reasoning.encrypted_content'],'max_output_tokens':64,
                'reasoning':{'effort':'low'},'parallel_tool_calls':true,
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

    private static final String GROUPED =
            """
            {'model':'m','input':[{'type':'function_call','call_id':'c','namespace':'crm',
            'name':'find','arguments':'{}'},{'type':'function_call_output','call_id':'c',
            'output':'Ada'}],'tools':[{'type':'namespace','name':'crm','description':'Customers',
            'tools':[{'type':'function','name':'find','strict':false,'parameters':{}},
            {'type':'function','name':'merge','strict':false,'parameters':{}}]},
            {'type':'function','name':'find','strict':false,'parameters':{}}],
            'tool_choice':{'type':'function','namespace':'crm','name':'find'}}
            """;

    @Test
    void leadsTheNamesOfGroupedFunctionsWithTheirNamespace() {
        assertThat(translated(RESPONSES, CHAT, GROUPED))
                .contains("'function':{'name':'crm__find','arguments':'{}'}")
                .contains("'function':{'name':'crm__merge'")
                .contains("'function':{'name':'find'")
                .contains("'tool_choice':{'type':'function','function':{'name':'crm__find'}}")
                .doesNotContain("namespace");
        assertThat(SluiceJson.mapper().readTree(json(translated(RESPONSES, RESPONSES, GROUPED))))
                .isEqualTo(SluiceJson.mapper().readTree(json(GROUPED.replace("'m'", "'up'"))));
    }

    @Test
    void callsGroupedFunctionsByTheirOwnNames() {
        var chat =
                json(
                        "{'id':'c','choices':[{'index':0,'message':{'role':'assistant',"
                                + "'tool_calls':[{'id':'a','type':'function','function':"
                                + "{'name':'crm__find','arguments':'{}'}},{'id':'b',"
                                + "'type':'function','function':{'name':'find',"
                                + "'arguments':'{}'}}]},'finish_reason':'tool_calls'}]}");

        var written =
                Codecs.of(RESPONSES)
                        .replies()
                        .write(
                                Codecs.of(CHAT).replies().read(chat),
                                context(RESPONSES, read(RESPONSES, GROUPED)));

        assertThat(written.path("output").toString().replace('"', '\''))
                .contains("'call_id':'a','name':'find','namespace':'crm','arguments':'{}'")
                .contains("'call_id':'b','name':'find','arguments':'{}'");
        assertThat(
                        Codecs.of(RESPONSES)
                                .replies()
                                .read(SluiceJson.mapper().writeValueAsBytes(written))
                                .choices()
                                .getFirst()
                                .parts()
                                .toString())
                .contains("crm__find");
    }

    @Test
    void keepsJoinedNamesAsShortAsProvidersWantThem() {
        var name = new CallName("a".repeat(40), "b".repeat(40));

        assertThat(name.joined()).hasSize(64).startsWith("a".repeat(40) + "__b");
        assertThat(new CallName("a".repeat(40), "b".repeat(41)).joined())
                .isNotEqualTo(name.joined());
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
