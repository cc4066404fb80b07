package dev.sluice.dataplane.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.openai.chat.ChatCodec;
import dev.sluice.dataplane.dialect.testing.Transcript;
import dev.sluice.dataplane.upstream.provider.Provider;
import dev.sluice.dataplane.upstream.provider.Providers;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Every row of the provider table sits the same exam through a whole node: a plain answer, a
 * stream, tools, missing usage, a stream that is cut off, a server's fault, too many calls. What
 * comes of it is the table in {@code docs/providers.md}.
 */
class ProviderExamIT {
    private static final String TOOL =
            ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"weather\","
                    + "\"parameters\":{\"type\":\"object\",\"properties\":{}}}}]";

    private static final Map<String, ProvidersPage.Marks> SAT = new TreeMap<>();
    private static ScriptedUpstream upstream;
    private static TestNode node;

    @BeforeAll
    static void start() {
        upstream = new ScriptedUpstream();
        var config = new TestConfig();
        for (var row : Providers.all()) {
            config.upstream(
                    row.name(),
                    "\"provider\":\"" + row.name() + "\",\"baseUrl\":\"" + upstream.url() + "\"");
            config.chain("for-" + row.name(), row.name());
        }
        node = new TestNode(config);
    }

    /** A row that sat no exam, or a page that tells something else, fails. */
    @AfterAll
    static void stop() throws IOException {
        node.close();
        upstream.close();
        if (SAT.size() < Providers.all().size()) {
            return; // a test has failed, or only some were asked for
        }
        var page = ProvidersPage.write(SAT);
        var file = docs().resolve("providers.md");
        if (Boolean.getBoolean("fixtures.update")) {
            Files.writeString(file, page);
        }
        assertThat(Files.readString(file)).isEqualTo(page);
    }

    private static Path docs() {
        for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("docs/config.schema.json"))) {
                return at.resolve("docs");
            }
        }
        throw new IllegalStateException("the docs are not where they belong");
    }

    static Stream<String> rows() {
        return Providers.all().stream().map(Provider::name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void everyRowSitsTheExam(String name) {
        var row = Objects.requireNonNull(Providers.find(name));
        if (!Codecs.speaks(row.dialect())) {
            assertThat(ask(row, "").statusCode()).isEqualTo(500);
            SAT.put(row.name(), new ProvidersPage.Marks(false, false));
            return;
        }
        var paper = new ExamPaper(row.dialect());
        answersPlainly(row, paper);
        streams(row, paper);
        var tools = callsTools(row, paper);
        countsWhereUsageIsMissing(row, paper);
        tellsOfAStreamCutOff(row, paper);
        tellsOfAFault(row, paper);
        tellsOfTooManyCalls(row, paper);
        SAT.put(row.name(), new ProvidersPage.Marks(true, tools));
    }

    private static HttpResponse<String> ask(Provider row, String more) {
        return node.chat(TestNode.chat("for-" + row.name(), more));
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return SluiceJson.mapper().readTree(answer.body());
    }

    private static Transcript transcript(HttpResponse<String> answer) {
        return Transcript.of(
                new ChatCodec().streams(), answer.body().getBytes(StandardCharsets.UTF_8));
    }

    private static void answersPlainly(Provider row, ExamPaper paper) {
        var usage = row.dialect() == Dialect.TGI ? null : ExamPaper.USED;
        upstream.always(paper.text(ExamPaper.USED));
        var answer = ask(row, ",\"temperature\":0.5");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var body = json(answer);
        assertThat(body.path("model").asString()).isEqualTo("for-" + row.name());
        assertThat(body.path("choices").path(0).path("message").path("content").asString())
                .isEqualTo("Hi there");
        assertThat(body.path("choices").path(0).path("finish_reason").asString()).isEqualTo("stop");
        if (usage != null) {
            assertThat(body.path("usage").path("prompt_tokens").asInt()).isEqualTo(11);
            assertThat(body.path("usage").path("completion_tokens").asInt()).isEqualTo(4);
        }
        var sent = upstream.received().getLast();
        var shown = sent.path() + sent.headers();
        assertThat(shown).contains("sk-" + row.name());
    }

    private static void streams(Provider row, ExamPaper paper) {
        upstream.always(paper.stream());
        var answer = ask(row, ",\"stream\":true,\"stream_options\":{\"include_usage\":true}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var said = transcript(answer);
        assertThat(said.text()).isEqualTo("Hi there");
        assertThat(said.failure()).isNull();
        assertThat(said.finished()).isTrue();
        assertThat(said.usage()).isEqualTo(ExamPaper.USED);
    }

    /** A dialect that knows no tools says so before anything is sent. */
    private static boolean callsTools(Provider row, ExamPaper paper) {
        upstream.always(paper.call());
        var answer = ask(row, TOOL);
        if (answer.statusCode() == 400) {
            assertThat(row.dialect()).isEqualTo(Dialect.TGI);
            assertThat(answer.body()).contains("unsupported");
            return false;
        }
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var choice = json(answer).path("choices").path(0);
        var call = choice.path("message").path("tool_calls").path(0).path("function");
        assertThat(call.path("name").asString()).isEqualTo("weather");
        assertThat(SluiceJson.mapper().readTree(call.path("arguments").asString()))
                .isEqualTo(SluiceJson.mapper().readTree("{\"city\":\"Ulm\"}"));
        assertThat(choice.path("finish_reason").asString()).isEqualTo("tool_calls");
        assertThat(upstream.received().getLast().text()).contains("weather");
        return true;
    }

    private static void countsWhereUsageIsMissing(Provider row, ExamPaper paper) {
        upstream.always(paper.text(null));
        assertThat(ask(row, "").statusCode()).isEqualTo(200);
        var event = node.books.events.getLast();
        assertThat(event.usageSource()).isEqualTo(UsageSource.COUNTED);
        assertThat(event.tokens().output()).isPositive();
    }

    private static void tellsOfAStreamCutOff(Provider row, ExamPaper paper) {
        upstream.always(paper.cutStream());
        var answer = ask(row, ",\"stream\":true");
        var said = transcript(answer);
        assertThat(said.text()).isEqualTo("Hi there");
        assertThat(said.failure()).contains("stream_incomplete");
        assertThat(said.finished()).isFalse();
        assertThat(node.books.events.getLast().status()).isEqualTo(UsageStatus.INTERRUPTED);
    }

    private static void tellsOfAFault(Provider row, ExamPaper paper) {
        upstream.always(paper.error(500, ErrorCode.INTERNAL_ERROR));
        var answer = ask(row, "");
        assertThat(answer.statusCode()).as(answer.body()).isGreaterThanOrEqualTo(500);
        assertThat(json(answer).path("error").path("code").asString()).isNotEmpty();
    }

    private static void tellsOfTooManyCalls(Provider row, ExamPaper paper) {
        upstream.always(paper.error(429, ErrorCode.RATE_LIMIT_EXCEEDED));
        var answer = ask(row, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(429);
    }
}
