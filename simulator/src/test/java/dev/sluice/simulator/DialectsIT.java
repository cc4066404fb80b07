package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.simulator.tongue.Said;
import dev.sluice.simulator.tongue.Tongue;
import dev.sluice.simulator.tongue.Tongues;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The same scripts come to the same answer and the same books in every dialect. */
class DialectsIT {
    private static final int CAP = 1_000;

    /** Three for the request, three a message; the texts have 9, 15, 11 and 8 bytes. */
    private static final int PROMPT = 3 + 4 * 3 + 3 + 4 + 3 + 2;

    private static final int LAST_QUESTION = 3 + 3 + 2;

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
        sim.call("DELETE", "/sim/books", "");
    }

    static Stream<String> names() {
        return Tongues.ALL.keySet().stream();
    }

    private static HttpResponse<byte[]> ask(Tongue tongue, String script, boolean stream, int cap) {
        return sim.ask(
                "/up/east" + tongue.path("sim-chat", stream),
                tongue.headers(stream),
                script,
                tongue.request("sim-chat", stream, cap));
    }

    private static Said whole(Tongue tongue, String script, int cap) {
        HttpResponse<byte[]> answer = ask(tongue, script, false, cap);
        assertThat(answer.statusCode()).as(text(answer)).isEqualTo(200);
        return tongue.whole(Tongue.json(text(answer)));
    }

    private static Said stream(Tongue tongue, String script, int cap) {
        HttpResponse<byte[]> answer = ask(tongue, script, true, cap);
        assertThat(answer.statusCode()).as(text(answer)).isEqualTo(200);
        return tongue.stream(answer.headers().firstValue("content-type").orElse(""), answer.body());
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static JsonNode lastCall(String outcome) {
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() ->
                        assertThat(sim.books("?calls=1").path("calls").path(0).path("outcome"))
                                .hasToString("\"" + outcome + "\""));
        return sim.books("?calls=1").path("calls").path(0);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void saysTheSameWholeAndInAStream(String name) {
        Tongue tongue = Tongues.ALL.get(name);
        String script = "reasoning=3,tokens=4,tools=2,cached-tokens=5";
        int calls = Math.min(2, tongue.calls());
        int prompt = tongue.converses() ? PROMPT : LAST_QUESTION;
        int tokens = (tongue.thinks() ? 3 : 0) + 4 + 6 * calls;

        Said whole = whole(tongue, script, CAP);
        JsonNode wholeCall = lastCall("FINISHED");
        Said stream = stream(tongue, script, CAP);
        JsonNode streamCall = lastCall("FINISHED");

        for (Said said : new Said[] {whole, stream}) {
            assertThat(said.thoughts).hasToString(tongue.thinks() ? " turns the wheel" : "");
            assertThat(said.text).hasToString(" the river runs through");
            assertThat(said.calls).hasSize(calls);
            for (Said.Call call : said.calls) {
                assertThat(call.name()).isEqualTo("gauge");
                assertThat(call.arguments().path("limit").asInt()).isEqualTo(3);
            }
            assertThat(said.end).isEqualTo(calls > 0 ? Said.End.CALLS : Said.End.NATURAL);
        }
        assertThat(stream.prompt).isEqualTo(prompt);
        assertThat(stream.completion).isEqualTo(tokens);
        if (tongue.tellsUsage()) {
            assertThat(whole.prompt).isEqualTo(prompt);
            assertThat(whole.completion).isEqualTo(tokens);
            assertThat(whole.cached).isEqualTo(stream.cached);
        }
        assertThat(wholeCall.path("usageReported").asBoolean()).isTrue();
        assertThat(streamCall.path("promptTokens").asInt()).isEqualTo(prompt);
        assertThat(streamCall.path("completionTokens").asInt()).isEqualTo(tokens);
        assertThat(streamCall.path("tokensSent").asInt()).isEqualTo(tokens);
        assertThat(streamCall.path("facts").path("model").asString()).isEqualTo("sim-chat");
        assertThat(streamCall.path("facts").path("lane").asString()).isEqualTo("up/east");
        assertThat(streamCall.path("facts").path("stream").asBoolean()).isTrue();
        assertThat(streamCall.path("facts").path("outputCap").asInt()).isEqualTo(CAP);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void stopsAtTheCap(String name) {
        Tongue tongue = Tongues.ALL.get(name);

        String script = "say=" + SimulatorFixture.encode("grün und tief und weit");

        Said whole = whole(tongue, script, 3);
        Said stream = stream(tongue, script, 3);

        assertThat(whole.text).hasToString("grün und tief");
        assertThat(stream.text).hasToString("grün und tief");
        assertThat(whole.end).isEqualTo(Said.End.LENGTH);
        assertThat(stream.end).isEqualTo(Said.End.LENGTH);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void tellsNoUsageWhenToldNotTo(String name) {
        Tongue tongue = Tongues.ALL.get(name);

        Said whole = whole(tongue, "usage=never,tokens=2", CAP);
        Said stream = stream(tongue, "usage=never,tokens=2", CAP);

        assertThat(whole.completion).isNull();
        assertThat(stream.completion).isNull();
        assertThat(lastCall("FINISHED").path("usageReported").asBoolean()).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void refusesInTheDialectsOwnForm(String name) {
        Tongue tongue = Tongues.ALL.get(name);

        for (boolean stream : new boolean[] {false, true}) {
            HttpResponse<byte[]> no = ask(tongue, "status=429,retry-after=3", stream, CAP);

            JsonNode body = Tongue.json(text(no));
            assertThat(tongue.error(no.statusCode(), no.headers(), body))
                    .isEqualTo(tongue.tooMany());
            assertThat(no.statusCode()).isEqualTo(name.equals("qianfan") ? 200 : 429);
            assertThat(no.headers().firstValue("retry-after")).contains("3");
            lastCall("REFUSED");
        }
        HttpResponse<byte[]> wrong = ask(tongue, "tokns=3", false, CAP);
        assertThat(text(wrong)).contains("tokns");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void failsInTheMiddleInTheDialectsOwnForm(String name) {
        Tongue tongue = Tongues.ALL.get(name);

        Said failed = stream(tongue, "error-after=2", CAP);

        assertThat(failed.text).hasToString(" the river");
        assertThat(failed.error).isNotEmpty();
        assertThat(failed.end).isNull();
        lastCall("BROKEN");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void cutsAStreamAfterAsManyTokensAsSaid(String name) {
        Tongue tongue = Tongues.ALL.get(name);

        byte[] whole = ask(tongue, "tokens=5", true, CAP).body();
        byte[] cut = ask(tongue, "tokens=5,cut-after=2", true, CAP).body();

        assertThat(lastCall("BROKEN").path("tokensSent").asInt()).isEqualTo(2);
        assertThat(cut.length).isLessThan(whole.length).isPositive();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void streamsTheSameHoweverItIsWritten(String name) {
        Tongue tongue = Tongues.ALL.get(name);
        String script = "reasoning=1,tools=1,say=" + SimulatorFixture.encode("grün 水位");

        for (String frame : new String[] {"split", "bytes"}) {
            Said said = stream(tongue, script + ",frame=" + frame, CAP);

            assertThat(said.text).hasToString("grün 水位");
            assertThat(said.end).isNotNull();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void hearsSystemToolsAndWhatTheUserSaidLast(String name) {
        Tongue tongue = Tongues.ALL.get(name);

        JsonNode told = Tongue.json(whole(tongue, "retell", CAP).text.toString());

        if (tongue.converses()) {
            assertThat(told.path("system").path(0).asString()).isEqualTo("Be brief.");
        }
        assertThat(told.path("tools").size()).isEqualTo(tongue.calls() > 0 ? 1 : 0);
        assertThat(told.path("schema").asBoolean()).isFalse();
        assertThat(whole(tongue, "echo", CAP).text).hasToString("And now?");
    }
}
