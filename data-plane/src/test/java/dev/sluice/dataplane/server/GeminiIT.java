package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.ScriptedUpstream.finish;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.ScriptedUpstream.typed;
import static dev.sluice.dataplane.server.ScriptedUpstream.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Gemini through a running node: at the front door, at the back door, and at both. */
class GeminiIT {
    private static final String ASK = "{\"contents\":[{\"parts\":[{\"text\":\"hi\"}]}]}";
    private static final String MODEL = "/v1beta/models/";

    private ScriptedUpstream google;
    private ScriptedUpstream openai;
    private TestNode node;

    @BeforeEach
    void start() {
        google = new ScriptedUpstream();
        openai = new ScriptedUpstream();
        node =
                new TestNode(
                        new TestConfig()
                                .upstream(
                                        "google",
                                        "\"provider\":\"gemini\",\"baseUrl\":\""
                                                + google.url()
                                                + "\"")
                                .openai("open", openai)
                                .chain("gemini-a", "google")
                                .chain("chat-a", "open"));
    }

    @AfterEach
    void stop() {
        node.close();
        google.close();
        openai.close();
    }

    private static String answer(String parts, String finish, String usage) {
        return "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":["
                + parts
                + "]},\"index\":0"
                + (finish.isEmpty() ? "" : ",\"finishReason\":\"" + finish + "\"")
                + "}],\"usageMetadata\":{"
                + usage
                + "},\"modelVersion\":\"up-chat\",\"extra\":1}";
    }

    private static final String USED =
            "\"promptTokenCount\":5,\"candidatesTokenCount\":2,\"thoughtsTokenCount\":1,"
                    + "\"totalTokenCount\":8";

    private static JsonNode read(String body) {
        return SluiceJson.mapper().readTree(body);
    }

    @Test
    void handsOnWhatComesFromItsOwnDialect() {
        google.next(json(200, answer("{\"text\":\"A\"}", "STOP", USED)));

        var answer =
                node.post(
                        MODEL + "gemini-a%3AgenerateContent?key=" + TestConfig.KEY,
                        "{\"contents\":[{\"parts\":[{\"text\":\"hi\"}]}],"
                                + "\"generationConfig\":{\"topK\":3}}",
                        "x-nothing",
                        "1");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo(answer("{\"text\":\"A\"}", "STOP", USED).replace("up-chat", "gemini-a"));
        var sent = google.received().getFirst();
        assertThat(sent.path()).isEqualTo("/v1beta/models/up-chat:generateContent");
        assertThat(sent.headers()).containsEntry("x-goog-api-key", "sk-google");
        assertThat(sent.text())
                .isEqualTo(
                        "{\"contents\":[{\"parts\":[{\"text\":\"hi\"}]}],"
                                + "\"generationConfig\":{\"maxOutputTokens\":4096,\"topK\":3}}");
        var event = node.books.events.getFirst();
        assertThat(event.tokens().input()).isEqualTo(5);
        assertThat(event.tokens().output()).isEqualTo(3);
        assertThat(event.tokens().reasoning()).isEqualTo(1);
    }

    @Test
    void framesItsOwnDialectAsTheCallerAsks() {
        var first = answer("{\"text\":\"A\"}", "", USED);
        var last = answer("{\"text\":\"B\"}", "STOP", USED);
        var events = "data: " + first + "\r\n\r\ndata: " + last + "\r\n\r\n";
        google.next(sse(events.substring(0, 30), events.substring(30)));
        google.next(sse(events));

        var streamed = node.post(MODEL + "gemini-a:streamGenerateContent?alt=sse", ASK);
        var array = node.post(MODEL + "gemini-a:streamGenerateContent", ASK);

        assertThat(streamed.headers().firstValue("content-type").orElseThrow())
                .startsWith("text/event-stream");
        assertThat(streamed.body()).isEqualTo(events.replace("up-chat", "gemini-a"));
        assertThat(array.headers().firstValue("content-type").orElseThrow())
                .startsWith("application/json");
        assertThat(read(array.body()).size()).isEqualTo(2);
        assertThat(array.body()).contains("\"text\":\"B\"", "\"extra\":1");
        assertThat(google.received().getLast().path())
                .isEqualTo("/v1beta/models/up-chat:streamGenerateContent?alt=sse");
    }

    @Test
    void answersAChatCallerFromGoogle() {
        google.next(
                json(
                        200,
                        answer(
                                "{\"functionCall\":{\"name\":\"get\",\"args\":{\"k\":\"a\"}},"
                                        + "\"thoughtSignature\":\"c2ln\"},"
                                        + "{\"functionCall\":{\"name\":\"get\"}}",
                                "STOP",
                                USED)));

        var answer =
                read(
                        node.chat(
                                        "{\"model\":\"gemini-a\",\"messages\":[{\"role\":\"user\","
                                                + "\"content\":\"hi\"}],\"tools\":[{\"type\":"
                                                + "\"function\",\"function\":{\"name\":\"get\"}}]}")
                                .body());

        var choice = answer.path("choices").path(0);
        assertThat(choice.path("finish_reason").asString()).isEqualTo("tool_calls");
        var calls = choice.path("message").path("tool_calls");
        assertThat(calls.path(0).path("function").path("arguments").asString())
                .isEqualTo("{\"k\":\"a\"}");
        assertThat(calls.path(1).path("function").path("arguments").asString()).isEqualTo("{}");
        assertThat(calls.path(0).path("id")).isNotEqualTo(calls.path(1).path("id"));
        assertThat(calls.path(0).at("/extra_content/google/thought_signature").asString())
                .isEqualTo("c2ln");
        assertThat(answer.path("usage").path("completion_tokens").asInt()).isEqualTo(3);
    }

    @Test
    void streamsToAChatCallerFromAnyFraming() {
        var first = answer("{\"text\":\"A\"}", "", USED);
        var last = answer("{\"text\":\"B\"}", "STOP", USED);
        google.next(typed(200, "application/json", "[" + first + "\n,\r\n" + last + "]"));
        google.next(typed(200, "application/json", answer("{\"text\":\"AB\"}", "STOP", USED)));

        for (var i = 0; i < 2; i++) {
            var body =
                    node.chat(
                                    "{\"model\":\"gemini-a\",\"stream\":true,\"messages\":"
                                            + "[{\"role\":\"user\",\"content\":\"hi\"}]}")
                            .body();
            assertThat(body.replaceAll("(?s).*?\"content\":\"([AB]*)\"", "$1")).startsWith("AB");
            assertThat(body).contains("\"finish_reason\":\"stop\"").endsWith(DONE);
        }
        assertThat(node.books.events.getLast().tokens().input()).isEqualTo(5);
    }

    @Test
    void answersAGoogleCallerFromAChatServer() {
        openai.next(json(200, completion("hello", 11, 4)));
        openai.next(sse(delta("Hi"), finish("stop"), usage(11, 4), DONE));
        openai.next(sse(delta("Hi"), finish("stop"), usage(11, 4), DONE));

        var whole = read(node.post(MODEL + "chat-a:generateContent", ASK).body());
        var events = node.post(MODEL + "chat-a:streamGenerateContent?alt=sse", ASK).body();
        var array = read(node.post(MODEL + "chat-a:streamGenerateContent", ASK).body());

        assertThat(whole.at("/candidates/0/content/parts/0/text").asString()).isEqualTo("hello");
        assertThat(whole.at("/candidates/0/finishReason").asString()).isEqualTo("STOP");
        assertThat(whole.at("/usageMetadata/totalTokenCount").asInt()).isEqualTo(15);
        assertThat(whole.path("modelVersion").asString()).isEqualTo("chat-a");
        assertThat(events).startsWith("data: {").endsWith("}\r\n\r\n").doesNotContain("[DONE]");
        assertThat(array.at("/0/candidates/0/content/parts/0/text").asString()).isEqualTo("Hi");
        assertThat(array.at("/1/usageMetadata/totalTokenCount").asInt()).isEqualTo(15);
    }

    @Test
    void tellsABlockedPromptAndRetriesABrokenCall() {
        google.next(
                json(
                        200,
                        "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"},\"usageMetadata\":"
                                + "{\"promptTokenCount\":7,\"totalTokenCount\":7}}"));
        google.always(
                json(
                        200,
                        "{\"candidates\":[{\"content\":{},\"finishReason\":"
                                + "\"MALFORMED_FUNCTION_CALL\",\"index\":0}]}"));
        var ask = TestNode.chat("gemini-a", "");

        var blocked = read(node.chat(ask).body());
        var broken = node.chat(ask);

        assertThat(blocked.at("/choices/0/finish_reason").asString()).isEqualTo("content_filter");
        assertThat(node.books.events.getFirst().tokens().input()).isEqualTo(7);
        assertThat(broken.statusCode()).isBetween(502, 503);
    }

    @Test
    void tellsErrorsInTheCallersWords() {
        openai.always(
                json(
                        429,
                        "{\"error\":{\"message\":\"slow down\",\"code\":\"rate_limit_exceeded\"}}",
                        "retry-after: 7"));

        var unknown = node.post(MODEL + "no-such:generateContent", ASK);
        var keyless = node.post(MODEL + "chat-a:generateContent", ASK, "x-goog-api-key", "wrong");
        var limited = node.post(MODEL + "chat-a:generateContent", ASK);
        var wrong = node.post(MODEL + "chat-a:generateContent", "{\"contents\":[]}");

        assertThat(read(unknown.body()).at("/error/status").asString()).isEqualTo("NOT_FOUND");
        assertThat(read(keyless.body()).at("/error/status").asString())
                .isEqualTo("UNAUTHENTICATED");
        assertThat(read(limited.body()).at("/error/status").asString())
                .isEqualTo("RESOURCE_EXHAUSTED");
        assertThat(read(limited.body()).at("/error/details/0/retryDelay").asString())
                .isEqualTo("7s");
        assertThat(read(wrong.body()).at("/error/status").asString()).isEqualTo("INVALID_ARGUMENT");
        assertThat(wrong.statusCode()).isEqualTo(400);
    }

    @Test
    void handsOnGooglesDelayToAChatCaller() {
        google.always(
                json(
                        429,
                        "{\"error\":{\"code\":429,\"message\":\"quota\",\"status\":"
                                + "\"RESOURCE_EXHAUSTED\",\"details\":[{\"@type\":"
                                + "\"type.googleapis.com/google.rpc.RetryInfo\","
                                + "\"retryDelay\":\"34.4s\"}]}}"));

        var answer = node.chat(TestNode.chat("gemini-a", ""));

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("retry-after")).contains("35");
        assertThat(read(answer.body()).at("/error/message").asString()).isEqualTo("quota");
    }

    @Test
    void aCallThatCouldNotBeReadIsNoAnswerInAStreamEither() {
        var broken =
                "{\"candidates\":[{\"content\":{},\"finishReason\":\"MALFORMED_FUNCTION_CALL\"}]}";
        google.always(sse("data: " + broken + "\r\n\r\n"));

        var answer = node.chat(TestNode.chat("gemini-a", ",\"stream\":true"));

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body()).contains("upstream_invalid_response");
    }

    @Test
    void countsAndListsWithoutCallingAnybody() {
        var count = read(node.post(MODEL + "chat-a:countTokens", ASK).body());
        var list = node.get(node.port, "/v1beta/models", "x-goog-api-key", TestConfig.KEY);
        var one = node.get(node.port, "/v1beta/models/chat-a", "x-goog-api-key", TestConfig.KEY);

        assertThat(count.path("totalTokens").asInt()).isBetween(1, 20);
        assertThat(read(list.body()).at("/models/0/name").asString()).startsWith("models/");
        assertThat(read(one.body()).path("name").asString()).isEqualTo("models/chat-a");
        assertThat(google.received()).isEmpty();
        assertThat(node.books.events).isEmpty();
    }

    @Test
    void embedsForAChatCallerOneVectorEach() {
        google.next(json(200, "{\"embeddings\":[{\"values\":[0.5]},{\"values\":[-2]}]}"));
        google.next(json(200, "{\"embeddings\":[{\"values\":[0.5]},{\"values\":[-2]}]}"));
        google.always(json(200, "{\"embeddings\":[{\"values\":[0.5]}]}"));
        var ask = "{\"model\":\"gemini-a\",\"input\":[\"a\",\"b\"],\"dimensions\":256%s}";

        var floats = read(node.post("/v1/embeddings", ask.formatted("")).body());
        var bytes =
                read(
                        node.post(
                                        "/v1/embeddings",
                                        ask.formatted(",\"encoding_format\":\"base64\""))
                                .body());
        var missing = node.post("/v1/embeddings", ask.formatted(""));

        assertThat(floats.at("/data/1/embedding/0").asInt()).isEqualTo(-2);
        assertThat(floats.at("/data/1/index").asInt()).isEqualTo(1);
        assertThat(floats.path("model").asString()).isEqualTo("gemini-a");
        assertThat(floats.at("/usage/prompt_tokens").asInt()).isPositive();
        assertThat(bytes.at("/data/0/embedding").asString()).isEqualTo("AAAAPw==");
        assertThat(missing.statusCode()).isEqualTo(502);
        var sent = google.received().getFirst();
        assertThat(sent.path()).isEqualTo("/v1beta/models/up-chat:batchEmbedContents");
        assertThat(read(sent.text()).path("requests").size()).isEqualTo(2);
        assertThat(read(sent.text()).at("/requests/0/outputDimensionality").asInt()).isEqualTo(256);
        assertThat(node.books.events.getFirst().tokens().input()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void embedsForAGoogleCallerFromBothServers() {
        var ask = "{\"content\":{\"parts\":[{\"text\":\"a\"}]},\"title\":\"t\"}";
        google.next(json(200, "{\"embeddings\":[{\"values\":[0.5]}]}"));
        openai.next(
                json(
                        200,
                        "{\"data\":[{\"index\":0,\"embedding\":\"AAAAPw==\"}],\"usage\":"
                                + "{\"prompt_tokens\":1,\"total_tokens\":1}}"));

        var own = read(node.post(MODEL + "gemini-a:embedContent", ask).body());
        var other = read(node.post(MODEL + "chat-a:embedContent", ask).body());

        assertThat(own.at("/embedding/values/0").asDouble()).isEqualTo(0.5);
        assertThat(other.at("/embedding/values/0").asDouble()).isEqualTo(0.5);
        assertThat(google.received().getFirst().text())
                .isEqualTo(
                        "{\"requests\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]},"
                                + "\"title\":\"t\",\"model\":\"models/up-chat\"}]}");
        assertThat(openai.received().getFirst().path()).isEqualTo("/embeddings");
        assertThat(openai.received().getFirst().text())
                .isEqualTo("{\"model\":\"up-chat\",\"input\":[\"a\"]}");
    }
}
