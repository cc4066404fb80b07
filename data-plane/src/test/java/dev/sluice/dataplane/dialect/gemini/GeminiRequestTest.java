package dev.sluice.dataplane.dialect.gemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.testing.SameJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Requests between this dialect and OpenAI's, where the two differ. */
class GeminiRequestTest {
    private static final Door CHAT = Door.of(Dialect.OPENAI_CHAT, Operation.CHAT);
    private static final Door GEMINI =
            new Door(Dialect.GEMINI, Operation.CHAT, "a", false, GeminiFraming.EVENTS);

    private final Losses toGemini = new Losses(Dialect.GEMINI, false);
    private final Losses toChat = new Losses(Dialect.OPENAI_CHAT, false);

    private static JsonFields fields(String json) {
        return JsonFields.scan(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static RequestTarget target(String model) {
        return new RequestTarget(model, null, null, "max_tokens", false);
    }

    private JsonNode fromChat(String model, String json) {
        var request = Codecs.of(Dialect.OPENAI_CHAT).requests().read(CHAT, fields(json));
        return new GeminiCodec().requests().write(request, target(model), toGemini);
    }

    private JsonNode fromGemini(String json) {
        var request = new GeminiCodec().requests().read(GEMINI, fields(json));
        return Codecs.of(Dialect.OPENAI_CHAT).requests().write(request, target("m"), toChat);
    }

    private static JsonNode json(String json) {
        return SluiceJson.mapper().readTree(json.replace('\'', '"'));
    }

    private static void assertSame(JsonNode written, JsonNode wanted) {
        assertThat(SameJson.of(written)).isEqualTo(SameJson.of(wanted));
    }

    private static final String TWO_CALLS =
            "{'model':'m','messages':[{'role':'system','content':'be brief'},"
                    + "{'role':'user','content':'hi'},"
                    + "{'role':'assistant','content':null,'tool_calls':["
                    + "{'id':'call_a','type':'function','function':{'name':'get',"
                    + "'arguments':'{\\'k\\':\\'a\\'}'}},"
                    + "{'id':'call_b','type':'function','function':{'name':'get',"
                    + "'arguments':'no json'}}]},"
                    + "{'role':'tool','tool_call_id':'call_b','content':'plain'},"
                    + "{'role':'tool','tool_call_id':'call_a','content':'{\\'v\\':1}'},"
                    + "{'role':'user','content':'and now?'}]}";

    @Test
    void putsResultsInTheOrderOfTheirCalls() {
        var written = fromChat("gemini-3-pro", TWO_CALLS.replace("\\'", "\\\""));

        assertThat(written.at("/systemInstruction/parts/0/text").asString()).isEqualTo("be brief");
        assertThat(written.path("contents").size()).isEqualTo(4);
        assertThat(written.at("/contents/1/parts/0"))
                .isEqualTo(
                        json(
                                "{'functionCall':{'id':'call_a','name':'get','args':{'k':'a'}},"
                                        + "'thoughtSignature':"
                                        + "'skip_thought_signature_validator'}"));
        assertThat(written.at("/contents/1/parts/1"))
                .isEqualTo(
                        json(
                                "{'functionCall':{'id':'call_b','name':'get',"
                                        + "'args':{'_raw':'no json'}}}"));
        assertThat(written.at("/contents/2"))
                .isEqualTo(
                        json(
                                "{'role':'user','parts':[{'functionResponse':{'id':'call_a',"
                                        + "'name':'get','response':{'v':1}}},"
                                        + "{'functionResponse':{'id':'call_b','name':'get',"
                                        + "'response':{'output':'plain'}}}]}"));
        assertThat(written.at("/contents/3/parts/0/text").asString()).isEqualTo("and now?");
        assertThat(toGemini.warnings()).isEmpty();
    }

    @Test
    void asksOldModelsForNoSignature() {
        var written = fromChat("gemini-2.5-flash", TWO_CALLS.replace("\\'", "\\\""));

        assertThat(written.at("/contents/1/parts/0").has("thoughtSignature")).isFalse();
    }

    @Test
    void answersACallThatNobodyAnswered() {
        var written =
                fromChat(
                        "gemini-3-pro",
                        "{'messages':[{'role':'assistant','tool_calls':[{'id':'a','function':"
                                + "{'name':'get','arguments':''}}]},"
                                + "{'role':'user','content':'hi'}]}");

        assertThat(written.at("/contents/0/parts/0/functionCall/args")).isEqualTo(json("{}"));
        assertThat(written.at("/contents/1/parts/0/functionResponse/response").has("error"))
                .isTrue();
        assertThat(toGemini.warnings()).hasSize(1);
    }

    @Test
    void reducesSchemasToWhatEveryServerTakes() {
        var written =
                fromChat(
                        "m",
                        "{'messages':[{'role':'user','content':'hi'}],'tools':[{'type':'function',"
                                + "'function':{'name':'f','parameters':{'$schema':'x',"
                                + "'type':'object','additionalProperties':false,'required':['n'],"
                                + "'properties':{'n':{'type':'integer','exclusiveMinimum':0},"
                                + "'const':{'type':['string','null'],'const':'v'},"
                                + "'ref':{'$ref':'#/$defs/r'}},"
                                + "'$defs':{'r':{'oneOf':[{'type':'string'},"
                                + "{'type':'null'}]}}}}}]}");

        assertSame(
                written.at("/tools/0/functionDeclarations/0/parameters"),
                json(
                        "{'type':'OBJECT','properties':{'n':{'type':'INTEGER',"
                                + "'minimum':1},'const':{'nullable':true,'type':'STRING',"
                                + "'enum':['v']},'ref':{'nullable':true,"
                                + "'type':'STRING'}},'required':['n']}"));
    }

    @Test
    void keepsASchemaWholeThatCannotBeReduced() {
        var written =
                fromChat(
                        "m",
                        "{'messages':[{'role':'user','content':'hi'}],'tools':[{'type':'function',"
                                + "'function':{'name':'f','parameters':{'type':'object',"
                                + "'additionalProperties':{'type':'string'}}}}]}");

        var function = written.at("/tools/0/functionDeclarations/0");
        assertThat(function.has("parameters")).isFalse();
        assertThat(function.at("/parametersJsonSchema/additionalProperties/type").asString())
                .isEqualTo("string");
    }

    @Test
    void writesConfigThatTheDialectKnowsAndNamesTheRest() {
        var written =
                fromChat(
                        "gemini-3-flash",
                        "{'messages':[{'role':'user','content':'hi'}],'n':2,'temperature':0.5,"
                                + "'max_tokens':9,'stop':'x','seed':1,'presence_penalty':2,"
                                + "'reasoning_effort':'low','logit_bias':{'1':2},'user':'u',"
                                + "'response_format':{'type':'json_schema','json_schema':"
                                + "{'name':'r','schema':{'type':'object'}}}}");

        assertSame(
                written.path("generationConfig"),
                json(
                        "{'temperature':0.5,'stopSequences':['x'],'seed':1,"
                                + "'presencePenalty':1.99,'maxOutputTokens':9,"
                                + "'candidateCount':2,"
                                + "'responseMimeType':'application/json',"
                                + "'responseJsonSchema':{'type':'object'},"
                                + "'thinkingConfig':{'includeThoughts':true,"
                                + "'thinkingLevel':'LOW'}}"));
        assertThat(toGemini.warnings()).hasSize(3);
    }

    @Test
    void tellsTheTrueTypeOfAnImageAndRefusesOthers() {
        var png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBg";
        var ask =
                "{'messages':[{'role':'user','content':[{'type':'image_url','image_url':"
                        + "{'url':'%s'}}]}]}";

        var written = fromChat("m", ask.formatted("data:image/jpeg;base64," + png));
        var linked = fromChat("m", ask.formatted("https://pics.test/a.webp"));

        assertThat(written.at("/contents/0/parts/0/inlineData/mimeType").asString())
                .isEqualTo("image/png");
        assertThat(linked.at("/contents/0/parts/0/fileData"))
                .isEqualTo(json("{'mimeType':'image/webp','fileUri':'https://pics.test/a.webp'}"));
        assertThatThrownBy(() -> fromChat("m", ask.formatted("data:image/svg+xml;base64,PHN2")))
                .isInstanceOf(GatewayFailure.Malformed.class)
                .hasMessageContaining("messages[0].content[0]");
    }

    @Test
    void saysTheDialectsRequestInOpenAisWords() {
        var written =
                fromGemini(
                        "{'system_instruction':{'parts':[{'text':'be brief'}]},"
                                + "'contents':[{'role':'user','parts':[{'text':'hi'},"
                                + "{'inline_data':{'mime_type':'image/png','data':'AA=='}}]},"
                                + "{'role':'model','parts':[{'text':'hm','thought':true},"
                                + "{'functionCall':{'name':'get','args':{'k':1}},"
                                + "'thoughtSignature':'c2ln'},{'functionCall':{'name':'get'}}]},"
                                + "{'role':'user','parts':[{'functionResponse':{'name':'get',"
                                + "'response':{'output':'one'}}},{'functionResponse':"
                                + "{'name':'get','response':{'error':'no'}}}]}],"
                                + "'tools':[{'functionDeclarations':[{'name':'get','parameters':"
                                + "{'type':'OBJECT','properties':{'k':{'type':'NUMBER',"
                                + "'nullable':true}}}}]}],"
                                + "'toolConfig':{'functionCallingConfig':{'mode':'ANY',"
                                + "'allowedFunctionNames':['get']}},'safetySettings':[],"
                                + "'generationConfig':{'topP':0.1,'thinkingConfig':"
                                + "{'thinkingBudget':0}}}");

        var messages = written.path("messages");
        assertThat(messages.at("/0/content").asString()).isEqualTo("be brief");
        assertThat(messages.at("/1/content/1/image_url/url").asString())
                .isEqualTo("data:image/png;base64,AA==");
        var calls = messages.at("/2/tool_calls");
        assertThat(calls.size()).isEqualTo(2);
        assertThat(messages.at("/3/tool_call_id")).isEqualTo(calls.at("/0/id"));
        assertThat(messages.at("/3/content").asString()).isEqualTo("one");
        assertThat(messages.at("/4/tool_call_id")).isEqualTo(calls.at("/1/id"));
        assertThat(written.at("/tools/0/function/parameters"))
                .isEqualTo(
                        json(
                                "{'type':'object','properties':{'k':"
                                        + "{'type':['number','null']}}}"));
        assertThat(written.at("/tool_choice/function/name").asString()).isEqualTo("get");
        assertThat(written.path("reasoning_effort").asString()).isEqualTo("none");
        assertThat(toChat.warnings())
                .containsExactly(
                        "messages.is_error dropped: openai-chat has no such field",
                        "safetySettings dropped: openai-chat has no such field");
    }

    @Test
    void refusesWhatWouldSilentlyMeanSomethingElse() {
        assertThatThrownBy(() -> fromGemini("{'contents':[],'cachedContent':'cachedContents/1'}"))
                .isInstanceOf(GatewayFailure.Unsupported.class);
        assertThatThrownBy(() -> fromGemini("{'contents':[],'tools':[{'googleSearch':{}}]}"))
                .isInstanceOf(GatewayFailure.Unsupported.class);
        assertThatThrownBy(
                        () -> fromChat("m", "{'messages':[{'role':'user','content':'a'}],'n':9}"))
                .isInstanceOf(GatewayFailure.Unsupported.class);
    }

    @Test
    void patchesTheCapWhereverItStands() {
        assertThat(patched("{'contents':[]}", null))
                .isEqualTo("{'generationConfig':{'maxOutputTokens':5},'contents':[]}");
        assertThat(patched("{'generationConfig':{}}", null))
                .isEqualTo("{'generationConfig':{'maxOutputTokens':5}}");
        assertThat(patched("{'generationConfig':null}", null))
                .isEqualTo("{'generationConfig':{'maxOutputTokens':5}}");
        assertThat(patched("{'generation_config':{'top_k':1,'max_output_tokens':9}}", 9L))
                .isEqualTo("{'generation_config':{'top_k':1,'max_output_tokens':5}}");
        assertThat(patched("{'generationConfig':{'maxOutputTokens':3}}", 3L))
                .isEqualTo("{'generationConfig':{'maxOutputTokens':3}}");
        assertThat(patched("{'model':'models/alias','generationConfig':{'maxOutputTokens':3}}", 3L))
                .startsWith("{'model':'models/m'");
    }

    private static String patched(String json, Long asked) {
        var body = fields(json);
        var patch = new JsonPatch();
        var target = new RequestTarget("m", 5L, asked, "maxOutputTokens", false);
        new GeminiCodec().requests().patch(patch, body, target);
        var bytes = patch.apply(body.bytes(), 0, body.bytes().length);
        return new String(bytes, StandardCharsets.UTF_8).replace('"', '\'');
    }
}
