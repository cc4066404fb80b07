package dev.sluice.dataplane.dialect.gemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Whatever stands where: only the declared failures come out. */
class GeminiOddInputTest {
    private static final Door DOOR =
            new Door(Dialect.GEMINI, Operation.CHAT, "a", true, GeminiFraming.EVENTS);
    private static final int ROUNDS = 4_000;
    private static final String REQUEST =
            "{'systemInstruction':{'parts':[{'text':'s'}]},'contents':[{'role':'user','parts':"
                    + "[{'text':'hi'},{'inlineData':{'mimeType':'image/png','data':'AA=='}},"
                    + "{'fileData':{'fileUri':'https://a.test/b.pdf'}}]},{'role':'model','parts':"
                    + "[{'text':'t','thought':true,'thoughtSignature':'eA=='},{'functionCall':"
                    + "{'name':'f','args':{'a':[1,{'b':null}]},'id':'1'}}]},{'role':'user',"
                    + "'parts':[{'functionResponse':{'name':'f','id':'1','response':{'output':"
                    + "'o'},'parts':[{'inlineData':{'mimeType':'image/png','data':'AA=='}}]}}]}],"
                    + "'tools':[{'functionDeclarations':[{'name':'f','description':'d',"
                    + "'parameters':{'type':'OBJECT','properties':{'a':{'type':'ARRAY','items':"
                    + "{'type':'STRING','enum':['x']}}},'required':['a']}}]},{'googleSearch':{}}],"
                    + "'toolConfig':{'functionCallingConfig':{'mode':'ANY',"
                    + "'allowedFunctionNames':['f']}},'generationConfig':{'temperature':1,'topK':"
                    + "3,'stopSequences':['x'],'maxOutputTokens':9,'candidateCount':1,"
                    + "'responseMimeType':'application/json','responseSchema':{'type':'OBJECT'},"
                    + "'thinkingConfig':{'thinkingBudget':5,'includeThoughts':true}}}";
    private static final String REPLY =
            "{'candidates':[{'content':{'role':'model','parts':[{'text':'a'},{'functionCall':"
                    + "{'name':'f','args':{'k':1},'partialArgs':[{'jsonPath':'$.a[0].b',"
                    + "'stringValue':'x'}],'willContinue':true}},{'executableCode':{'code':'x'}}]},"
                    + "'finishReason':'STOP','index':0,'groundingMetadata':{'groundingChunks':"
                    + "[{'web':{'uri':'u','title':'t'}}],'groundingSupports':[{'segment':"
                    + "{'startIndex':1,'endIndex':2},'groundingChunkIndices':[0]}]},"
                    + "'logprobsResult':{'chosenCandidates':[{'token':'a','logProbability':-1}],"
                    + "'topCandidates':[{'candidates':[{'token':'a','logProbability':-1}]}]}}],"
                    + "'promptFeedback':{'blockReason':'SAFETY'},'usageMetadata':"
                    + "{'promptTokenCount':1,'totalTokenCount':'2','promptTokensDetails':"
                    + "[{'modality':'AUDIO','tokenCount':1}]},'modelVersion':'m',"
                    + "'responseId':'r','createTime':'2026-01-01T00:00:00Z'}";

    private final Random random = new Random(7);

    private static JsonNode json(String text) {
        return SluiceJson.mapper().readTree(text.replace('\'', '"'));
    }

    /** One or more values are of another kind than they should be. */
    private JsonNode spoilt(String text) {
        var root = json(text);
        for (var i = random.nextInt(3); i >= 0; i--) {
            spoil(root);
        }
        return root;
    }

    private void spoil(JsonNode root) {
        var containers = new ArrayList<JsonNode>();
        collect(root, containers);
        var at = containers.get(random.nextInt(containers.size()));
        var odd =
                json(
                        List.of("null", "7", "-1.5", "'x'", "[]", "{}", "[[1]]", "true", "1e400")
                                .get(random.nextInt(9)));
        if (at instanceof ObjectNode object && !object.isEmpty()) {
            var names = List.copyOf(object.propertyNames());
            object.set(names.get(random.nextInt(names.size())), odd);
        } else if (at instanceof ArrayNode array && !array.isEmpty()) {
            array.set(random.nextInt(array.size()), odd);
        }
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainer()) {
            containers.add(node);
            node.values().forEach(child -> collect(child, containers));
        }
    }

    @Test
    void readsAndWritesOddRequests() {
        for (var i = 0; i < ROUNDS; i++) {
            var text = SluiceJson.write(spoilt(REQUEST));
            assertThatCode(() -> translate(text)).as(text).doesNotThrowAnyException();
        }
    }

    private static void translate(String text) {
        var body = JsonFields.scan(text.getBytes(StandardCharsets.UTF_8));
        try {
            new GeminiCodec().requests().envelope(DOOR, body);
            var request = new GeminiCodec().requests().read(DOOR, body);
            for (var dialect : List.of(Dialect.GEMINI, Dialect.OPENAI_CHAT)) {
                try {
                    Codecs.of(dialect)
                            .requests()
                            .write(
                                    request,
                                    new RequestTarget("m", 5L, null, "max_tokens", false),
                                    new Losses(dialect, false));
                } catch (GatewayFailure refused) {
                    continue; // what cannot be said is refused
                }
            }
        } catch (GatewayFailure refused) {
            return; // what is none of the dialect is refused
        }
    }

    @Test
    void readsAndWritesOddReplies() {
        var context = new ReplyContext(new UUID(1, 2), Instant.EPOCH, "a", true, DOOR, null);
        for (var i = 0; i < ROUNDS; i++) {
            var text = SluiceJson.write(spoilt(REPLY));
            assertThatCode(() -> reply(text, context)).as(text).doesNotThrowAnyException();
        }
    }

    private static void reply(String text, ReplyContext context) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            new GeminiCodec().replies().write(new GeminiCodec().replies().read(bytes), context);
        } catch (UnreadableReply anError) {
            return; // told as one
        }
    }

    @Test
    void readsAndWritesOddStreams() {
        var context = new ReplyContext(new UUID(1, 2), Instant.EPOCH, "a", true, DOOR, null);
        for (var i = 0; i < ROUNDS; i++) {
            var text = "data: " + SluiceJson.write(spoilt(REPLY)) + "\r\n\r\n";
            var cut = random.nextBoolean() ? text.length() : random.nextInt(text.length());
            var bytes = (text + text.substring(0, cut)).getBytes(StandardCharsets.UTF_8);
            assertThatCode(() -> stream(bytes, context)).as(text).doesNotThrowAnyException();
        }
    }

    private static void stream(byte[] bytes, ReplyContext context) {
        var streams = new GeminiCodec().streams();
        var writer = streams.writer(context);
        var out = new ByteSink();
        var reader = streams.reader((ReplyEvent event) -> writer.write(event, out));
        reader.feed(bytes, 0, bytes.length);
        reader.end();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"OTHER\"", "5"})
    void takesWhatTheProviderGaveUpForNoEnd(String word) {
        var candidate = "{\"content\":{\"parts\":[{\"text\":\"Hal\"}]},\"finishReason\":" + word;
        var body = ("{\"candidates\":[" + candidate + "}]}").getBytes(StandardCharsets.UTF_8);

        var reply = new GeminiCodec().replies().read(body);

        assertThat(reply.choices().getFirst().stop()).isEqualTo(StopReason.BROKEN);
    }
}
