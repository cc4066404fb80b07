package dev.sluice.dataplane.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.testing.Mutation;
import dev.sluice.dataplane.dialect.testing.Rich;
import dev.sluice.dataplane.health.SteppingClock;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.upstream.provider.Provider;
import dev.sluice.dataplane.upstream.provider.Providers;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Spoilt requests at every door, spoilt answers of every dialect: each call gets a well-formed
 * answer and one line in the books, and none is a fault of the gateway.
 */
class FuzzIT {
    /** {@code -Dfuzz.rounds} asks for more. */
    private static final int ROUNDS = Integer.getInteger("fuzz.rounds", 40);

    private static final Map<Dialect, String> DOORS =
            Map.of(
                    Dialect.OPENAI_CHAT, "/v1/chat/completions",
                    Dialect.OPENAI_RESPONSES, "/v1/responses",
                    Dialect.ANTHROPIC, "/v1/messages",
                    Dialect.GEMINI, "/v1beta/models/");

    /** Every target is back after a round, however badly it answered. */
    private static final SteppingClock CLOCK = new SteppingClock();

    private static final Faults FAULTS = new Faults();
    private static ScriptedUpstream upstream;
    private static TestNode node;

    /** Log lines that tell of a fault: nothing that is sent may make one. */
    private static final class Faults extends AppenderBase<ILoggingEvent> {
        final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent line) {
            if (line.getThrowableProxy() != null) {
                lines.add(line.getFormattedMessage() + " " + line.getThrowableProxy().getMessage());
            }
        }
    }

    @BeforeAll
    static void start() {
        FAULTS.start();
        root().addAppender(FAULTS);
        upstream = new ScriptedUpstream();
        var config = new TestConfig();
        rows().forEach(dialect -> {
            config.upstream(
                    dialect.text(),
                    "\"provider\":\""
                            + provider(dialect)
                            + "\",\"baseUrl\":\""
                            + upstream.url()
                            + "\"");
            config.alias(
                    "for-" + dialect.text(),
                    "\"retry\":{\"max\":0},\"targets\":[{\"model\":\"" + dialect.text() + "\"}]");
        });
        node = new TestNode(config, CLOCK);
    }

    @AfterAll
    static void stop() {
        node.close();
        upstream.close();
        root().detachAppender(FAULTS);
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    static List<Dialect> rows() {
        return Providers.all().stream()
                .map(Provider::dialect)
                .filter(Codecs::speaks)
                .distinct()
                .toList();
    }

    private static String provider(Dialect dialect) {
        return Providers.all().stream()
                .filter(row -> row.dialect() == dialect)
                .findFirst()
                .orElseThrow()
                .name();
    }

    @AfterEach
    void everyCallIsBooked() {
        await().until(() -> node.books.held.get() == 0);
        assertThat(FAULTS.lines).isEmpty();
        assertThat(node.books.events).hasSize(node.books.outcomes.size());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void spoiltAnswersMakeWellFormedOnes(Dialect dialect) {
        for (var seed = 0; seed < ROUNDS; seed++) {
            var mutation = new Mutation(seed);
            var door = mutation.one(List.copyOf(DOORS.keySet().stream().sorted().toList()));
            var stream = mutation.coin();
            answerWith(dialect, mutation, stream);
            var request = Rich.plainRequest(door);
            ask(dialect, door, request, stream, seed);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void spoiltRequestsAreAnswered(Dialect dialect) {
        upstream.always(ScriptedUpstream.json(200, ForeignJson.text(Rich.reply(dialect))));
        for (var seed = 0; seed < ROUNDS; seed++) {
            var mutation = new Mutation(seed);
            var door = mutation.one(List.copyOf(DOORS.keySet().stream().sorted().toList()));
            ask(dialect, door, mutation.json(Rich.request(door)), false, seed);
        }
    }

    private static void answerWith(Dialect dialect, Mutation mutation, boolean stream) {
        if (!stream) {
            var bytes = ForeignJson.bytes(mutation.json(Rich.reply(dialect)));
            var sent = mutation.coin() ? bytes : mutation.bytes(bytes);
            upstream.always(
                    (request, out) -> ScriptedUpstream.write(out, 200, "application/json", sent));
            return;
        }
        var type = Codecs.of(dialect).streams().contentType(Rich.context(dialect).door());
        var segments = mutation.cut(mutation.bytes(Rich.stream(dialect)));
        var whole = mutation.coin();
        upstream.always((request, out) -> {
            ScriptedUpstream.beginStream(out, type);
            for (var segment : segments) {
                ScriptedUpstream.chunk(out, segment);
            }
            if (whole) {
                ScriptedUpstream.endStream(out);
            } else {
                request.socket().close();
            }
        });
    }

    private static void ask(Dialect target, Dialect door, JsonNode body, boolean stream, int seed) {
        var alias = "for-" + target.text();
        var path = DOORS.get(door);
        if (door == Dialect.GEMINI) {
            path += alias + (stream ? ":streamGenerateContent?alt=sse" : ":generateContent");
        } else if (body instanceof ObjectNode object) {
            object.put("model", alias);
            if (stream) {
                object.put("stream", true);
            }
        }
        CLOCK.advance(Duration.ofHours(1).toMillis());
        var answer = send(path, ForeignJson.bytes(body));
        var told = target.text() + " by " + door.text() + ", seed " + seed + ": " + answer.body();
        assertThat(answer.statusCode()).as(told).isNotEqualTo(500);
        if (answer.headers().firstValue("content-type").orElse("").contains("event-stream")) {
            frames(answer.body()).forEach(frame -> assertJson(frame, told));
        } else {
            assertJson(answer.body(), told);
        }
    }

    private static HttpResponse<String> send(String path, byte[] body) {
        return TestNode.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port + path))
                        .timeout(Duration.ofSeconds(20))
                        .header("content-type", "application/json")
                        .header("authorization", "Bearer " + TestConfig.KEY)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build());
    }

    private static List<String> frames(String body) {
        var frames = new ArrayList<String>();
        body.lines()
                .filter(line -> line.startsWith("data: ") && !line.equals("data: [DONE]"))
                .forEach(line -> frames.add(line.substring(6)));
        return frames;
    }

    private static void assertJson(String text, String told) {
        try {
            assertThat(SluiceJson.mapper().readTree(text).isObject()).as(told).isTrue();
        } catch (RuntimeException broken) {
            throw new AssertionError(told, broken);
        }
    }
}
