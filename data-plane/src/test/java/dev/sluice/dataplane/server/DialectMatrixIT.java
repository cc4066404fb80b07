package dev.sluice.dataplane.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.dataplane.upstream.provider.Provider;
import dev.sluice.dataplane.upstream.provider.Providers;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.simulator.SimulatorServer;
import dev.sluice.simulator.tongue.Said;
import dev.sluice.simulator.tongue.Tongue;
import dev.sluice.simulator.tongue.Tongues;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Every door before every row of the provider table, with the simulator behind: its writers and the
 * strict readers here know nothing of the node's codecs, so what they agree on is the protocol. And
 * the simulator's books, the caller's usage and the node's event agree on what was used.
 */
class DialectMatrixIT {
    private static final String RESPONSES = "responses";
    private static final int CAP = 1_000;
    private static final List<String> DOORS =
            List.of(
                    "openai-chat",
                    "openai-responses",
                    "openai-completions",
                    "anthropic",
                    "gemini events",
                    "gemini array",
                    "tgi");

    /** These tell nothing of what their caches knew. */
    private static final Set<Dialect> WITHOUT_CACHE =
            Set.of(Dialect.OLLAMA, Dialect.TGI, Dialect.QIANFAN);

    private static final List<String> FAULTS =
            List.of("error-after=2", "cut-after=2", "close-after=2", "status=429,retry-after=60");

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static SimulatorServer simulator;
    private static TestNode node;

    @BeforeAll
    static void start() throws Exception {
        simulator =
                SimulatorServer.start("127.0.0.1", 0, 1, Clock.systemUTC())
                        .toCompletionStage()
                        .toCompletableFuture()
                        .get(20, TimeUnit.SECONDS);
        var config = new TestConfig();
        for (var row : Providers.all()) {
            add(config, row.name(), row.name(), row.dialect());
        }
        add(config, RESPONSES, "openai", Dialect.OPENAI_RESPONSES);
        // What fails is out of service for a while: an upstream for each fault and door.
        for (var row : oneEach().toList()) {
            for (var door : DOORS) {
                for (var fault : FAULTS) {
                    var dialect = Pair.of(door, row).dialect;
                    var provider = row.equals(RESPONSES) ? "openai" : row;
                    add(config, broken(row, door, fault), provider, dialect);
                }
            }
        }
        node = new TestNode(config);
    }

    private static void add(TestConfig config, String name, String provider, Dialect dialect) {
        config.upstream(
                name,
                "\"provider\":\"%s\",\"dialect\":\"%s\",\"baseUrl\":\"%s/up/%s\""
                        .formatted(provider, dialect.text(), simulator.url(), name));
        config.chain("for-" + name, name);
    }

    private static String broken(String row, String door, String fault) {
        return (row + "-" + door + "-" + fault).replaceAll("[^a-z0-9]+", "-");
    }

    @AfterAll
    static void stop() {
        node.close();
        simulator.close();
    }

    static Stream<Arguments> pairs() {
        return DOORS.stream()
                .flatMap(door ->
                        Stream.concat(
                                        Providers.all().stream().map(Provider::name),
                                        Stream.of(RESPONSES))
                                .map(row -> arguments(door, row)));
    }

    /** Each door before one row of each dialect, as far as it can speak to it. */
    static Stream<Arguments> dialects() {
        return DOORS.stream()
                .flatMap(door ->
                        oneEach()
                                .filter(row -> !Pair.of(door, row).refused())
                                .map(row -> arguments(door, row)));
    }

    private static Stream<String> oneEach() {
        var seen = EnumSet.noneOf(Dialect.class);
        return Stream.concat(
                Providers.all().stream().filter(row -> seen.add(row.dialect())).map(Provider::name),
                Stream.of(RESPONSES));
    }

    /** What of an answer gets from this row through this door. */
    private record Pair(Tongue door, Dialect dialect, String alias) {
        static Pair of(String door, String row) {
            var provider = Providers.find(row);
            return new Pair(
                    Tongues.ALL.get(door),
                    provider == null ? Dialect.OPENAI_RESPONSES : provider.dialect(),
                    "for-" + row);
        }

        Pair at(String name) {
            return new Pair(door, dialect, "for-" + name);
        }

        /** A tool that cannot be handed on is a refusal. */
        boolean refused() {
            return dialect == Dialect.TGI && door.calls() > 0;
        }

        boolean thinks() {
            return door.thinks() && dialect != Dialect.TGI && dialect != Dialect.QIANFAN;
        }

        int calls(int wished) {
            var most = dialect == Dialect.QIANFAN ? 1 : wished;
            return Math.min(door.calls(), most);
        }

        HttpResponse<byte[]> ask(boolean stream) throws Exception {
            var path = door.path(alias, stream);
            var request =
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port + path))
                            .timeout(Duration.ofSeconds(20))
                            .header("content-type", "application/json")
                            .header("authorization", "Bearer " + TestConfig.KEY)
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            door.request(alias, stream, CAP)));
            door.headers(stream).forEach(request::header);
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        }

        Said heard(boolean stream) throws Exception {
            var answer = ask(stream);
            var text = new String(answer.body(), StandardCharsets.UTF_8);
            assertThat(answer.statusCode()).as(text).isEqualTo(200);
            return stream
                    ? door.stream(
                            answer.headers().firstValue("content-type").orElse(""), answer.body())
                    : door.whole(Tongue.json(text));
        }
    }

    private static void script(String words) throws Exception {
        simulator("DELETE", "/sim/books", "");
        assertThat(simulator("PUT", "/sim/script", words).statusCode()).isEqualTo(204);
    }

    private static HttpResponse<String> simulator(String method, String path, String body)
            throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(simulator.url() + path))
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode lastCall() throws Exception {
        var page = simulator("GET", "/sim/books?calls=1", "").body();
        return SluiceJson.mapper().readTree(page).at("/calls/0");
    }

    private static UsageEvent lastEvent() {
        return node.books.events.getLast();
    }

    @ParameterizedTest(name = "{0} before {1}")
    @MethodSource("pairs")
    void saysAndCountsTheSame(String door, String row) throws Exception {
        var pair = Pair.of(door, row);
        if (pair.refused()) {
            script("");
            assertThat(pair.ask(false).statusCode()).isEqualTo(400);
            return;
        }
        for (var stream : new boolean[] {false, true}) {
            script(
                    "usage=always,reasoning=3,tokens=4,cached-tokens=5"
                            + (pair.calls(2) > 0 ? ",tools=2" : ""));
            var events = node.books.events.size();

            var said = pair.heard(stream);

            assertThat(said.text).hasToString(" the river runs through");
            assertThat(said.thoughts).hasToString(pair.thinks() ? " turns the wheel" : "");
            assertThat(said.calls).hasSize(pair.calls(2));
            for (var call : said.calls) {
                assertThat(call.name()).isEqualTo("gauge");
                assertThat(call.arguments().path("limit").asInt()).isEqualTo(3);
            }
            assertThat(said.end)
                    .isEqualTo(said.calls.isEmpty() ? Said.End.NATURAL : Said.End.CALLS);
            await().until(() -> node.books.events.size() > events);
            agree(pair, said, stream);
        }
    }

    private static void agree(Pair pair, Said said, boolean stream) throws Exception {
        var call = lastCall();
        var used = lastEvent().tokens();
        if (pair.dialect == Dialect.TGI && !stream) {
            return; // tells it in headers alone: the node counts for itself
        }
        assertThat(used.input()).isEqualTo(call.path("promptTokens").asLong());
        assertThat(used.output()).isEqualTo(call.path("completionTokens").asLong());
        assertThat(used.cachedInput()).isEqualTo(WITHOUT_CACHE.contains(pair.dialect) ? 0 : 5);
        if (said.completion != null) {
            assertThat(said.prompt).isEqualTo((int) used.input());
            assertThat(said.completion).isEqualTo((int) used.output());
        }
        assertThat(said.completion != null).isEqualTo(stream || pair.door.tellsUsage());
    }

    @ParameterizedTest(name = "{0} before {1}")
    @MethodSource("dialects")
    void readsAStreamHoweverItIsWrittenAndStopsAtTheCap(String door, String row) throws Exception {
        var pair = Pair.of(door, row);
        script("frame=bytes,tokens=2000,say=gr%C3%BCn%20%E6%B0%B4%E4%BD%8D");
        assertThat(pair.heard(true).text).hasToString("grün 水位");

        script("frame=split,tokens=1001");
        var said = pair.heard(true);
        assertThat(said.end).isEqualTo(Said.End.LENGTH);
        assertThat(lastEvent().tokens().output()).isEqualTo(CAP);
    }

    @ParameterizedTest(name = "{0} before {1}")
    @MethodSource("dialects")
    void neverTakesABrokenStreamForAWholeOne(String door, String row) throws Exception {
        for (var fault : FAULTS.subList(0, 3)) {
            var pair = Pair.of(door, row).at(broken(row, door, fault));
            script(fault + ",tokens=9");

            var said = pair.heard(true);

            assertThat(said.text)
                    .as("%s: %s before %s", fault, door, row)
                    .hasToString(" the river");
            assertThat(said.error).as("%s: %s before %s", fault, door, row).isNotEmpty();
            assertThat(said.end).as("%s: %s before %s", fault, door, row).isNull();
        }
    }

    @ParameterizedTest(name = "{0} before {1}")
    @MethodSource("dialects")
    void tellsOfTooManyCallsInTheCallersWords(String door, String row) throws Exception {
        var pair = Pair.of(door, row).at(broken(row, door, FAULTS.getLast()));
        script(FAULTS.getLast());

        var no = pair.ask(true);

        var body = Tongue.json(new String(no.body(), StandardCharsets.UTF_8));
        assertThat(no.statusCode()).as(body.toString()).isEqualTo(429);
        assertThat(pair.door.error(429, no.headers(), body)).isEqualTo(pair.door.tooMany());
    }
}
