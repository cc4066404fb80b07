package dev.sluice.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.cli.CommandFailure;
import dev.sluice.embedded.Ports;
import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the REST answers, as the command understands it. */
class ControlPlaneClientTest {
    private static final ConfigText CONFIG =
            new ConfigText("sluice.yaml", "apiVersion: sluice/v1\n", Map.of("A", "1"), List.of());

    private HttpServer server;
    private int status;
    private String answer = "{}";
    private String asked = "";
    private String authorization = "";

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    authorization = exchange.getRequestHeaders().getFirst("Authorization");
                    asked =
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8);
                    byte[] body = answer.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void sendsTheTextWithTheValuesItNeedsAndReadsWhatWasIssued() {
        answer(200, "{\"changes\":[],\"version\":3,\"issued\":{\"t/a/k\":\"ak_x\"}}");

        var outcome = client().apply(CONFIG, List.of("alias/chat"), "why");

        assertThat(outcome.version()).isEqualTo(3);
        assertThat(outcome.issued()).containsExactly(Map.entry("t/a/k", "ak_x"));
        assertThat(authorization).isEqualTo("Bearer secret");
        var body = SluiceJson.mapper().readTree(asked);
        assertThat(body.path("text").asString()).isEqualTo(CONFIG.text());
        assertThat(body.path("env").path("A").asString()).isEqualTo("1");
        assertThat(body.path("adopt").path(0).asString()).isEqualTo("alias/chat");
        assertThat(body.path("comment").asString()).isEqualTo("why");
    }

    @Test
    void takesAPlanWithoutIssuedKeys() {
        answer(
                200,
                "{\"changes\":[{\"action\":\"create\",\"kind\":\"alias\",\"path\":\"chat\"}],\"version\":2}");

        var plan = client().plan(CONFIG, List.of());

        assertThat(plan.issued()).isEmpty();
        assertThat(plan.changes())
                .singleElement()
                .satisfies(it -> assertThat(it.path()).isEqualTo("chat"));
    }

    @Test
    void sendsAPriceListAsItIsAndPrintsItsFaultsWithTheFile() {
        answer(
                200,
                "{\"from\":\"2026-12-01T00:00:00Z\",\"unused\":{\"count\":0},\"yaml\":\"models:\"}");
        var lists = new PriceListClient(client());

        var plan = lists.read("p.csv", "model,input\n", null, null, false);

        assertThat(asked).isEqualTo("model,input\n");
        assertThat(plan.yaml()).isEqualTo("models:");
        answer(
                422,
                """
                {"error":{"faults":[{"line":2,"path":"input","message":"is not a number"}]}}
                """);
        assertThatThrownBy(() -> lists.read("p.csv", "x", "csv", null, true))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        it ->
                                assertThat(it.lines())
                                        .containsExactly("p.csv:2: input: is not a number"));
    }

    @Test
    void printsEveryFaultAtItsLine() {
        answer(
                422,
                """
                {"faults":[{"line":12,"path":"models[0].upstream","message":"there is no upstream 'x'"},
                           {"line":0,"path":"","message":"too many tenants"}]}
                """);

        assertThatThrownBy(() -> client().plan(CONFIG, List.of()))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> {
                            assertThat(failure.exitCode()).isEqualTo(1);
                            assertThat(failure.lines())
                                    .containsExactly(
                                            "sluice.yaml:12: models[0].upstream: there is no upstream 'x'",
                                            "sluice.yaml: too many tenants");
                        });
    }

    @Test
    void tellsFaultsOfTheTextFromOtherFailures() {
        answer(422, "{\"faults\":[{\"line\":3,\"path\":\"a\",\"message\":\"is wrong\"}]}");
        assertThat(client().faults(CONFIG, List.of()).orElseThrow().lines())
                .containsExactly("sluice.yaml:3: a: is wrong");

        answer(503, "{}");
        assertThat(client().faults(CONFIG, List.of())).isEmpty();
    }

    @Test
    void saysWhatTheControlPlaneRefused() {
        answer(
                403,
                "{\"error\":{\"code\":\"forbidden\",\"message\":\"needs the platform admin\"}}");

        assertThatThrownBy(() -> client().export())
                .hasMessage(
                        "sluice: the control plane refused export: 403 needs the platform admin");
    }

    @Test
    void saysThatNobodyAnswers() {
        try (var client = new ControlPlaneClient("http://127.0.0.1:" + Ports.free(), "secret")) {
            assertThatThrownBy(client::fleet)
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContaining("does not answer");
        }
    }

    @Test
    void saysThatSomethingElseAnswers() {
        answer(200, "<html>");

        assertThatThrownBy(() -> client().fleet())
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("does not answer as a control plane");
    }

    @Test
    void readsWhereUpstreamsAre() {
        answer(
                200,
                """
                {"items":[
                  {"path":"one","body":{"name":"one","provider":"vllm","instances":["http://a:1","http://b:2"]}},
                  {"path":"two","body":{"name":"two","provider":"openai","baseUrl":"http://c:3/v1"}},
                  {"path":"three","body":{"name":"three","provider":"openai"}}]}
                """);

        assertThat(client().upstreams())
                .containsExactly(
                        Map.entry("one", List.of("http://a:1", "http://b:2")),
                        Map.entry("two", List.of("http://c:3/v1")),
                        Map.entry("three", List.of()));
    }

    @Test
    void readsTheFleet() {
        answer(
                200,
                """
                {"version":5,"nodes":[{"node":"node-1","version":5,"appliedAt":"2026-05-01T12:00:00Z",
                 "lastSeenAt":"2026-05-01T12:00:01Z"}]}
                """);

        var fleet = client().fleet();

        assertThat(fleet.version()).isEqualTo(5);
        assertThat(fleet.nodes())
                .singleElement()
                .satisfies(node -> {
                    assertThat(node.node()).isEqualTo("node-1");
                    assertThat(node.error()).isNull();
                });
    }

    private void answer(int code, String body) {
        status = code;
        answer = body;
    }

    private ControlPlaneClient client() {
        return new ControlPlaneClient(
                "http://127.0.0.1:" + server.getAddress().getPort() + "/", "secret");
    }
}
