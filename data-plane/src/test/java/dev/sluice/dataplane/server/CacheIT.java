package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.ScriptedUpstream.finish;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.ScriptedUpstream.usage;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.CacheState;
import dev.sluice.model.usage.UsageStatus;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are kept and given again. */
class CacheIT {
    private static final String STREAM =
            ",\"stream\":true,\"stream_options\":{\"include_usage\":true}";
    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        var policies = "\"targets\":[{\"model\":\"one\"}],\"cache\":{\"ttl\":\"300s\"}";
        node = new TestNode(new TestConfig().openai("one", upstream).alias("kept", policies));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    private HttpResponse<String> ask(String more, String... headers) {
        return node.chat(chat("kept", ",\"temperature\":0" + more), headers);
    }

    private static String cacheOf(HttpResponse<String> answer) {
        return answer.headers().firstValue("x-sluice-cache").orElseThrow();
    }

    private static String said(HttpResponse<String> answer) {
        var body = SluiceJson.mapper().readTree(answer.body());
        return body.at("/choices/0/message/content").asString();
    }

    @Test
    void aWholeAnswerIsGivenAgainWholeAndAsAStream() {
        upstream.next(json(200, completion("cached!", 20, 10)));

        var first = ask("");
        var again = ask("");
        var streamed = ask(STREAM);

        assertThat(cacheOf(first)).isEqualTo("miss");
        assertThat(cacheOf(again)).isEqualTo("hit");
        assertThat(said(again)).isEqualTo("cached!");
        assertThat(SluiceJson.mapper().readTree(again.body()).at("/usage/prompt_tokens").asInt())
                .isEqualTo(20);
        assertThat(cacheOf(streamed)).isEqualTo("hit");
        assertThat(streamed.headers().firstValue("content-type").orElseThrow())
                .startsWith("text/event-stream");
        assertThat(streamed.body())
                .contains("cached!")
                .contains("\"finish_reason\":\"stop\"")
                .contains("\"prompt_tokens\":20")
                .endsWith(DONE);
        assertThat(upstream.received()).hasSize(1);
        assertThat(node.books.held.get()).isZero();
        assertThat(node.books.events)
                .extracting(event -> event.status() + "/" + event.cache() + "/" + event.cost())
                .containsExactly(
                        UsageStatus.COMPLETED + "/" + CacheState.MISS + "/0.00012",
                        UsageStatus.CACHED + "/" + CacheState.HIT + "/0.00",
                        UsageStatus.CACHED + "/" + CacheState.HIT + "/0.00");
        assertThat(node.books.events.getLast().extensions()).containsEntry("savedCost", "0.00012");
    }

    @Test
    void aStreamIsKeptWhenItIsComplete() {
        upstream.next(sse(delta("cach"), delta("ed!"), finish("stop"), usage(20, 10), DONE));

        var first = ask(STREAM);
        var whole = ask("");

        assertThat(cacheOf(first)).isEqualTo("miss");
        assertThat(first.body()).contains("cach").endsWith(DONE);
        assertThat(cacheOf(whole)).isEqualTo("hit");
        assertThat(said(whole)).isEqualTo("cached!");
        assertThat(upstream.received()).hasSize(1);
    }

    @Test
    void whatIsCutShortOrFailedIsNotKept() {
        upstream.next(sse(delta("half"))).next(json(400, "{\"error\":{\"message\":\"no\"}}"));
        upstream.next(json(200, completion("cut", 1, 1).replace("\"stop\"", "\"length\"")));
        upstream.next(json(200, completion("good", 1, 1)));

        ask(",\"stream\":true");
        ask("");
        ask("");
        var last = ask("");

        assertThat(cacheOf(last)).isEqualTo("miss");
        assertThat(said(last)).isEqualTo("good");
        assertThat(upstream.received()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"max_tokens\":4000",
                ",\"stop\":[\"x\"]",
                ",\"tool_choice\":\"none\"",
                ",\"seed\":7",
                ",\"n\":2",
                ",\"vendor_x\":1"
            })
    void everyFieldMakesAnotherRequest(String more) {
        upstream.always(json(200, completion("one", 1, 1)));

        ask("");
        var other = ask(more);

        assertThat(cacheOf(other)).isEqualTo("miss");
        assertThat(upstream.received()).hasSize(2);
    }

    @Test
    void onlyDeterministicRequestsAreKeptUnlessTheCallerAsks() {
        upstream.always(json(200, completion("one", 1, 1)));
        var bearer = new String[] {"authorization", "Bearer " + TestConfig.KEY};

        assertThat(cacheOf(node.chat(chat("kept", "")))).isEqualTo("off");
        assertThat(cacheOf(node.chat(chat("kept", ""), with(bearer, "x-sluice-cache-ttl", "60"))))
                .isEqualTo("miss");
        assertThat(cacheOf(node.chat(chat("kept", ""), with(bearer, "x-sluice-cache-ttl", "60"))))
                .isEqualTo("hit");
        assertThat(cacheOf(ask("", with(bearer, "cache-control", "no-store")))).isEqualTo("off");
        assertThat(cacheOf(ask("", with(bearer, "cache-control", "no-cache")))).isEqualTo("miss");
        assertThat(cacheOf(ask(""))).isEqualTo("hit");
        assertThat(cacheOf(ask("", with(bearer, "x-sluice-cache-ttl", "0")))).isEqualTo("off");
    }

    @Test
    void oneAnswerServesEveryFramingOfGemini() {
        upstream.always(json(200, completion("one", 1, 1)));
        var ask =
                "{\"contents\":[{\"parts\":[{\"text\":\"hi\"}]}],\"generationConfig\":{\"temperature\":0}}";

        node.post("/v1beta/models/kept:generateContent", ask);
        var events = node.post("/v1beta/models/kept:streamGenerateContent?alt=sse", ask);
        var array = node.post("/v1beta/models/kept:streamGenerateContent", ask);

        assertThat(cacheOf(events)).isEqualTo("hit");
        assertThat(events.body()).startsWith("data: ").contains("one");
        assertThat(cacheOf(array)).isEqualTo("hit");
        assertThat(array.body()).startsWith("[").contains("one");
        assertThat(upstream.received()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"stop\"|\"content_filter\"",
                "\"stop\"|null",
                "\"stop\"|\"what_ever\"",
                "\"content\":\"bad\"|\"content\":\"\"",
                "\"content\":\"bad\"|\"content\":null,\"refusal\":\"I will not\""
            })
    void whatMayBeBetterNextTimeIsNotKept(String good, String odd) {
        upstream.next(json(200, completion("bad", 1, 1).replace(good, odd)));
        var last = odd.equals("null") ? "" : finish("stop").replace(good, odd);
        var streamed = sse(delta("bad").replace(good, odd), last, DONE);

        assertThat(cacheOf(ask(""))).isEqualTo("miss");
        if (!odd.contains("what_ever")) { // a stream needs some word, and takes any for an end
            upstream.next(streamed);
            assertThat(cacheOf(ask(STREAM))).isEqualTo("miss");
        }
        upstream.next(json(200, completion("good", 1, 1)));
        assertThat(said(ask(""))).isEqualTo("good");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "-1", "1.5", ""})
    void aTimeThatIsNoneIsRefused(String seconds) {
        var bearer = new String[] {"authorization", "Bearer " + TestConfig.KEY};

        var answer = ask("", with(bearer, "x-sluice-cache-ttl", seconds));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("whole seconds from 0");
        assertThat(upstream.received()).isEmpty();
    }

    private static String[] with(String[] headers, String name, String value) {
        return new String[] {headers[0], headers[1], name, value};
    }
}
