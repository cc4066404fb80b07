package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.simulator.books.ReceivedHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What callers of the simulator see over HTTP, and that the books say the same. */
class SimulatorIT {
    private static SimulatorFixture sim;

    @BeforeAll
    static void start() throws Exception {
        sim = new SimulatorFixture();
    }

    @AfterAll
    static void stop() {
        sim.close();
    }

    @BeforeEach
    void cleanSlate() {
        sim.call("DELETE", "/sim/script", "");
        sim.call("DELETE", "/sim/books", "");
    }

    private static JsonNode json(String text) {
        return SluiceJson.mapper().readTree(text);
    }

    private static List<String> data(HttpResponse<String> stream) {
        return Arrays.stream(stream.body().split("\n\n"))
                .map(frame -> frame.replaceFirst("^data: ", ""))
                .toList();
    }

    @Test
    void answersAnUnaryCallWithCountsThatFollowTheRule() {
        JsonNode reply = json(sim.chat("sim-chat", "tokens=4", "").body());

        assertThat(reply.path("choices").path(0).path("message").path("content").asString())
                .isEqualTo(" the river runs through");
        assertThat(reply.path("choices").path(0).path("finish_reason").asString())
                .isEqualTo("stop");
        assertThat(reply.path("choices").path(0).has("logprobs")).isTrue();
        // "How high is it?" has 15 bytes: 4 tokens, 3 for the message, 3 for the request.
        assertThat(reply.path("usage").path("prompt_tokens").asInt()).isEqualTo(10);
        assertThat(reply.path("usage").path("completion_tokens").asInt()).isEqualTo(4);
    }

    @Test
    void streamsUsageOnlyWhenAsked() {
        List<String> plain = data(sim.chat("sim-chat", "tokens=3", ",\"stream\":true"));
        List<String> asked =
                data(
                        sim.chat(
                                "sim-chat",
                                "tokens=3",
                                ",\"stream\":true,\"stream_options\":{\"include_usage\":true}"));

        assertThat(plain).hasSize(6).last().isEqualTo("[DONE]");
        assertThat(plain.getFirst()).contains("\"role\":\"assistant\"").doesNotContain("usage");
        assertThat(asked).hasSize(7);
        assertThat(json(asked.getFirst()).path("usage").isNull()).isTrue();
        JsonNode last = json(asked.get(5));
        assertThat(last.path("choices").isEmpty()).isTrue();
        assertThat(last.path("usage").path("completion_tokens").asInt()).isEqualTo(3);
    }

    @Test
    void stopsAtTheCallersCapUnlessToldNotTo() {
        JsonNode capped = json(sim.chat("sim-chat", "tokens=9", ",\"max_tokens\":5").body());
        JsonNode rude =
                json(sim.chat("sim-chat", "tokens=9,ignore-cap", ",\"max_tokens\":5").body());

        assertThat(capped.path("usage").path("completion_tokens").asInt()).isEqualTo(5);
        assertThat(capped.path("choices").path(0).path("finish_reason").asString())
                .isEqualTo("length");
        assertThat(rude.path("usage").path("completion_tokens").asInt()).isEqualTo(9);
    }

    @Test
    void retellsWhatItWasGivenWhenToldToOrWhenItsToolsHaveAnswered() {
        String asked =
                """
                {"model":"sim-chat@tools=1","tools":[{"type":"function","function":{"name":"look"}}],
                "response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{}}},
                "messages":[{"role":"system","content":"brief"},{"role":"user","content":[
                {"type":"text","text":"what is it?"},
                {"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}%s]}\
                """;
        String results =
                ",{\"role\":\"assistant\",\"tool_calls\":[]}"
                        + ",{\"role\":\"tool\",\"tool_call_id\":\"1\",\"content\":\"a mill\"}";

        JsonNode first = json(sim.post("/v1/chat/completions", "", asked.formatted("")).body());
        JsonNode told =
                json(sim.post("/v1/chat/completions", "retell", asked.formatted("")).body());
        JsonNode then = json(sim.post("/v1/chat/completions", "", asked.formatted(results)).body());

        assertThat(first.at("/choices/0/message/tool_calls").size()).isEqualTo(1);
        assertThat(json(told.at("/choices/0/message/content").asString("")))
                .isEqualTo(
                        json(
                                """
                                {"system":["brief"],"tools":["look"],"results":[],
                                "images":["image/png 4"],"schema":true}\
                                """));
        assertThat(then.at("/choices/0/finish_reason").asString()).isEqualTo("stop");
        assertThat(json(then.at("/choices/0/message/content").asString("")).at("/results/0"))
                .hasToString("\"a mill\"");
    }

    @Test
    void takesTheScriptFromModelNameHeaderPromptAndInstanceTheNearestLast() {
        sim.call("PUT", "/sim/script?model=sim-chat", "tokens=1,usage=never");
        JsonNode byInstance = json(sim.chat("sim-chat", "", "").body());
        JsonNode byName = json(sim.chat("sim-chat@tokens=2;usage=asked", "", "").body());
        JsonNode byHeader = json(sim.chat("sim-chat@tokens=2;usage=asked", "tokens=3", "").body());
        JsonNode byPrompt =
                json(
                        sim.post(
                                        "/v1/chat/completions",
                                        "tokens=3",
                                        """
                                        {"model":"sim-chat@usage=asked","messages":[
                                        {"role":"user","content":"#sim tokens=4\\nhello"}]}\
                                        """)
                                .body());

        assertThat(byInstance.has("usage")).isFalse();
        assertThat(byName.path("usage").path("completion_tokens").asInt()).isEqualTo(2);
        assertThat(byHeader.path("usage").path("completion_tokens").asInt()).isEqualTo(3);
        assertThat(byPrompt.path("usage").path("completion_tokens").asInt()).isEqualTo(4);
        assertThat(json(sim.call("GET", "/sim/script", "").body()).path("scripts").size())
                .isEqualTo(1);
    }

    @Test
    void refusesAsScriptedForAsManyCallsAsSaid() {
        sim.call("PUT", "/sim/script?times=2", "status=429,retry-after=3,header=x-limit:7");

        HttpResponse<String> first = sim.chat("sim-chat", "", "");
        sim.chat("sim-chat", "", "");
        HttpResponse<String> third = sim.chat("sim-chat", "", "");

        assertThat(first.statusCode()).isEqualTo(429);
        assertThat(first.headers().firstValue("retry-after")).contains("3");
        assertThat(first.headers().firstValue("x-limit")).contains("7");
        assertThat(json(first.body()).path("error").path("code").asString())
                .isEqualTo("rate_limit_exceeded");
        assertThat(third.statusCode()).isEqualTo(200);
        assertThat(sim.books("").path("total").path("refused").asInt()).isEqualTo(2);
    }

    @Test
    void hitsOnlyEveryNthCall() {
        sim.call("PUT", "/sim/script", "status=500,every=3");

        List<Integer> statuses =
                List.of(1, 2, 3, 4, 5, 6).stream()
                        .map(_ -> sim.chat("sim-chat", "", "").statusCode())
                        .toList();

        assertThat(statuses).containsExactly(200, 200, 500, 200, 200, 500);
    }

    @Test
    void namesTheWordThatItDoesNotKnow() {
        HttpResponse<String> wrong = sim.chat("sim-chat", "tokns=3", "");
        HttpResponse<String> twoFaults = sim.chat("sim-chat", "hang,status=500", "");

        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("tokns").contains("invalid_script");
        assertThat(twoFaults.statusCode()).isEqualTo(400);
        assertThat(sim.call("PUT", "/sim/script", "pace=fast").statusCode()).isEqualTo(400);
    }

    @Test
    void callsToolsInFragments() {
        String tools = ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"gauge\"}}]";
        JsonNode unary = json(sim.chat("sim-chat", "tools=2", tools).body());
        List<String> stream = data(sim.chat("sim-chat", "tools=1", tools + ",\"stream\":true"));

        JsonNode calls = unary.path("choices").path(0).path("message").path("tool_calls");
        assertThat(calls.size()).isEqualTo(2);
        assertThat(calls.path(1).path("function").path("name").asString()).isEqualTo("gauge");
        JsonNode arguments = json(calls.path(0).path("function").path("arguments").asString());
        assertThat(arguments.path("limit").asInt()).isEqualTo(3);
        assertThat(stream).hasSize(9);
        assertThat(stream.get(7)).contains("\"finish_reason\":\"tool_calls\"");
    }

    @Test
    void echoesAndSaysWhatItIsTold() {
        JsonNode echo = json(sim.chat("sim-chat", "echo", "").body());
        JsonNode said =
                json(
                        sim.chat("sim-chat", "say=" + SimulatorFixture.encode("水 rises, 50%"), "")
                                .body());

        assertThat(echo.path("choices").path(0).path("message").path("content").asString())
                .isEqualTo("How high is it?");
        assertThat(said.path("choices").path(0).path("message").path("content").asString())
                .isEqualTo("水 rises, 50%");
    }

    @Test
    void embedsDeterministicallyInBothEncodings() {
        String body = "{\"model\":\"sim-embed\",\"input\":[\"abcd\",\"efgh!\"]%s}";
        JsonNode floats = json(sim.post("/v1/embeddings", "", body.formatted("")).body());
        JsonNode again = json(sim.post("/v1/embeddings", "", body.formatted("")).body());
        JsonNode packed =
                json(
                        sim.post(
                                        "/embeddings",
                                        "dims=8",
                                        body.formatted(",\"encoding_format\":\"base64\""))
                                .body());

        assertThat(floats.path("data").size()).isEqualTo(2);
        assertThat(floats.path("data").path(0).path("embedding").size()).isEqualTo(64);
        assertThat(floats.path("usage").path("prompt_tokens").asInt()).isEqualTo(3);
        assertThat(again).isEqualTo(floats);
        assertThat(packed.path("data").path(0).path("embedding").asString()).hasSize(44);
    }

    @Test
    void keepsBooksThatHideCredentials() {
        sim.post(
                "/up/east/v1/chat/completions",
                "tokens=5",
                """
                {"model":"sim-chat@pace=1ms","user":"alice","max_tokens":50,
                 "messages":[{"role":"user","content":"x"}]}\
                """);

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() ->
                        assertThat(sim.books("").path("total").path("finished").asInt())
                                .isEqualTo(1));
        JsonNode books = sim.books("?user=alice&lane=up/east");
        JsonNode call = books.path("calls").path(0);
        assertThat(call.path("facts").path("model").asString()).isEqualTo("sim-chat");
        assertThat(call.path("facts").path("requestedModel").asString())
                .isEqualTo("sim-chat@pace=1ms");
        assertThat(call.path("facts").path("outputCap").asInt()).isEqualTo(50);
        assertThat(call.path("facts").path("headers").path("authorization").asString())
                .isEqualTo(ReceivedHeaders.fingerprint("upstream-secret"))
                .doesNotContain("secret");
        assertThat(call.path("completionTokens").asInt()).isEqualTo(5);
        assertThat(books.path("models").path("sim-chat").path("promptTokens").asInt()).isEqualTo(7);
        assertThat(sim.books("?user=bob").path("calls").isEmpty()).isTrue();
    }

    @Test
    void servesModelsAndHealthAndNamesWhatItDoesNotServe() {
        assertThat(sim.call("GET", "/v1/models", "").body()).contains("sim-embed");
        assertThat(sim.call("GET", "/health", "").statusCode()).isEqualTo(200);
        assertThat(sim.call("POST", "/v1/files", "{}").statusCode()).isEqualTo(404);
        assertThat(sim.post("/v1/chat/completions", "", "{nonsense").statusCode()).isEqualTo(400);
        assertThat(sim.post("/v1/chat/completions", "", "{\"model\":\"m\"}").body())
                .contains("messages");
    }
}
