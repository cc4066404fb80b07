package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.simulator.tongue.Said;
import dev.sluice.simulator.tongue.Tongue;
import dev.sluice.simulator.tongue.Tongues;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** A recorded answer goes out as it was recorded, wherever it is cut. */
class ReplayIT {
    private static final String CHAT =
            "{\"model\":\"sim-chat\",\"stream\":true,"
                    + "\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}";

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
        sim.call("DELETE", "/sim/replay", "");
        sim.call("DELETE", "/sim/books", "");
    }

    private static void load(String query, String contentType, byte[] bytes) {
        HttpResponse<String> loaded = sim.put("/sim/replay" + query, contentType, bytes);
        assertThat(loaded.statusCode()).as(loaded.body()).isEqualTo(204);
    }

    private static HttpResponse<byte[]> ask(String path) {
        return sim.ask(path, Map.of(), "", CHAT);
    }

    static Stream<String> cuts() {
        return Stream.concat(
                Stream.of("whole", "every:1", "every:7", "every:4096", "at:0,1,1,500,7,99999"),
                IntStream.range(0, 12).mapToObj(seed -> "random:" + seed));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cuts")
    void servesTheSameBytesUnderAnyCut(String cut) {
        byte[] bytes = new byte[2_500];
        new Random(cut.hashCode()).nextBytes(bytes);
        load("?cut=" + cut + "&status=207&header=x-kept:%20yes", "odd/type", bytes);

        HttpResponse<byte[]> answer = ask("/v1/chat/completions");

        assertThat(answer.body()).isEqualTo(bytes);
        assertThat(answer.statusCode()).isEqualTo(207);
        assertThat(answer.headers().firstValue("content-type")).contains("odd/type");
        assertThat(answer.headers().firstValue("x-kept")).contains("yes");
    }

    static Stream<String> dialects() {
        return Tongues.ALL.keySet().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dialects")
    void replaysWhatADialectSaid(String name) {
        Tongue tongue = Tongues.ALL.get(name);
        String script = "reasoning=2,tools=1,say=" + SimulatorFixture.encode("grün 水位");
        String request = tongue.request("sim-chat", true, 1_000);
        String path = tongue.path("sim-chat", true);
        HttpResponse<byte[]> live = sim.ask(path, tongue.headers(true), script, request);
        String type = live.headers().firstValue("content-type").orElseThrow();

        for (int seed = 0; seed < 3; seed++) {
            load("?cut=random:" + seed, type, live.body());
            HttpResponse<byte[]> replayed = sim.ask(path, tongue.headers(true), "", request);

            assertThat(replayed.body()).isEqualTo(live.body());
            Said said = tongue.stream(type, replayed.body());
            assertThat(said.text).hasToString("grün 水位");
            assertThat(said.end).isNotNull();
        }
    }

    /** The chunks of the transfer are the pieces. */
    @Test
    void sendsThePiecesApart() throws IOException {
        load("?cut=at:3,5", "text/event-stream", "abcdefghij".getBytes(StandardCharsets.UTF_8));

        try (Socket socket = sim.rawChat("sim-chat", "", true)) {
            String answer = read(socket, "0\r\n\r\n");

            assertThat(
                            Pattern.compile("([0-9a-f]+)\r\n([a-j]+)\r\n")
                                    .matcher(answer)
                                    .results()
                                    .map(MatchResult::group)
                                    .map(String::strip))
                    .containsExactly("3\r\nabc", "2\r\nde", "5\r\nfghij");
        }
    }

    private static String read(Socket socket, String end) throws IOException {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        while (!seen.toString(StandardCharsets.ISO_8859_1).endsWith(end)) {
            int one = socket.getInputStream().read();
            if (one < 0) {
                break;
            }
            seen.write(one);
        }
        return seen.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void pausesAndBreaksByThePiecesAsAnyScriptSays() throws IOException {
        byte[] bytes = "abcdefghij".getBytes(StandardCharsets.UTF_8);
        load("?cut=every:2&script=pace=60ms", "text/plain", bytes);
        long began = System.nanoTime();
        assertThat(ask("/v1/chat/completions").body()).isEqualTo(bytes);
        assertThat((System.nanoTime() - began) / 1_000_000).isBetween(230L, 2_000L);

        load("?cut=every:2&script=cut-after=3", "text/plain", bytes);
        assertThat(ask("/v1/chat/completions").body()).asString().isEqualTo("abcdef");

        load("?cut=every:2&script=reset-after=1", "text/plain", bytes);
        try (Socket socket = sim.rawChat("sim-chat", "", true)) {
            assertThatThrownBy(() -> read(socket, "0\r\n\r\n")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void answersTheCallsItIsLoadedForAndAsManyAsSaid() {
        load("?model=sim-chat&lane=up/east&times=1", "text/plain", new byte[] {'e'});
        load("?path=/images/generations", "image/png", new byte[] {1, 2, 3});

        assertThat(ask("/v1/chat/completions").body()).asString().contains("[DONE]");
        assertThat(ask("/up/east/v1/chat/completions").body()).asString().isEqualTo("e");
        assertThat(ask("/up/east/v1/chat/completions").body()).asString().contains("[DONE]");
        assertThat(sim.ask("/v1/images/generations", Map.of(), "", "no JSON").body())
                .isEqualTo(new byte[] {1, 2, 3});
        assertThat(ask("/v1/files").statusCode()).isEqualTo(404);
        JsonNode loaded = Tongue.json(sim.call("GET", "/sim/replay", "").body());
        assertThat(loaded.path("recordings").size()).isEqualTo(2);

        sim.call("DELETE", "/sim/replay?path=/images/generations", "");
        assertThat(ask("/v1/images/generations").statusCode()).isEqualTo(404);
    }

    @Test
    void entersReplaysInTheBooksWithoutTokens() {
        load("", "text/plain", new byte[] {'e'});
        ask("/v1/chat/completions");

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() ->
                        assertThat(sim.books("").path("total").path("finished").asInt())
                                .isEqualTo(1));
        JsonNode call = sim.books("?model=sim-chat").path("calls").path(0);
        assertThat(call.path("facts").path("stream").asBoolean()).isTrue();
        assertThat(call.path("bytesSent").asInt()).isEqualTo(1);
        assertThat(call.path("tokensSent").asInt()).isZero();
        assertThat(call.path("usageReported").asBoolean()).isFalse();
    }

    @Test
    void keepsHowABodyIsEncodedAndNotHowItTravelled() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write("hello".getBytes(StandardCharsets.UTF_8));
        }
        load(
                "?cut=every:3&header=content-encoding:gzip&header=content-length:5",
                "text/plain",
                packed.toByteArray());

        HttpResponse<byte[]> answer = ask("/v1/chat/completions");

        assertThat(answer.body()).isEqualTo(packed.toByteArray());
        assertThat(answer.headers().firstValue("content-encoding")).contains("gzip");
        assertThat(answer.headers().firstValue("content-length")).isEmpty();
    }

    @Test
    void refusesWhatItDoesNotUnderstand() {
        for (String query :
                new String[] {
                    "?cut=odd",
                    "?cut=every:x",
                    "?cut=at:",
                    "?status=many",
                    "?times=x",
                    "?header=x",
                    "?script=tokns=3"
                }) {
            HttpResponse<String> no = sim.put("/sim/replay" + query, "text/plain", new byte[1]);

            assertThat(no.statusCode()).as(query).isEqualTo(400);
        }
    }
}
