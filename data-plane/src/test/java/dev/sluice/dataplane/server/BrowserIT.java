package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.ScriptedUpstream.finish;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.access.KeyState;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What pages in browsers may do: nothing, unless the key's app names their origin. */
class BrowserIT {
    private static final String SHOP = "https://shop.example";

    private final ScriptedUpstream upstream =
            new ScriptedUpstream().always(json(200, completion("ok", 1, 1)));
    private final TestNode node =
            new TestNode(
                    new TestConfig()
                            .openai("one", upstream)
                            .chain("chat-a", "one")
                            .key("ak_of_another_app", KeyState.ACTIVE, null, List.of())
                            .origins(SHOP)
                            .key("ak_old", KeyState.ACTIVE, Instant.EPOCH, List.of()));

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/chat/completions",
                "/v1/models",
                "/v1/messages",
                "/v1beta/models/chat-a:streamGenerateContent?alt=sse",
                "/openai/deployments/chat-a/chat/completions",
                "/v1/audio/transcriptions",
                "/generate"
            })
    void answersAPreflightWithoutAKeyAtEveryDoor(String path) {
        var answer =
                preflight(
                        path,
                        SHOP,
                        "Authorization, content-type,anthropic-version, X-Stainless-Lang,"
                                + " x-goog-api-key, cookie, x-forwarded-for");

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(head(answer, "access-control-allow-origin")).contains(SHOP);
        assertThat(head(answer, "access-control-allow-methods")).contains("GET, POST");
        assertThat(head(answer, "access-control-allow-headers"))
                .contains(
                        "authorization, content-type, anthropic-version, x-stainless-lang,"
                                + " x-goog-api-key");
        assertThat(head(answer, "access-control-allow-credentials")).isEmpty();
        assertThat(head(answer, "vary").orElseThrow()).startsWith("origin");
        assertThat(head(answer, "x-request-id")).isPresent();
    }

    @Test
    void tellsAPageThatNoAppNames() {
        var answer = preflight("/v1/chat/completions", "https://evil.example", "authorization");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("cors");
        assertThat(head(answer, "access-control-allow-origin")).isEmpty();
    }

    @Test
    void letsThePagesOfTheKeysAppReadAnswersAndTheirHeads() {
        var whole = call(TestConfig.KEY, SHOP, "");
        upstream.always(sse(delta("a"), finish("stop"), DONE));
        var stream = call(TestConfig.KEY, SHOP, ",\"stream\":true");
        var list = node.get(node.port, "/v1/models", "x-api-key", TestConfig.KEY, "origin", SHOP);

        for (var answer : List.of(whole, stream, list)) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(head(answer, "access-control-allow-origin")).contains(SHOP);
            assertThat(head(answer, "access-control-allow-credentials")).isEmpty();
            assertThat(head(answer, "vary")).contains("origin");
        }
        var message =
                node.post(
                        "/v1/messages",
                        chat("chat-a", ",\"max_tokens\":5"),
                        "x-api-key",
                        TestConfig.KEY,
                        "origin",
                        SHOP);
        assertThat(message.headers().map()).containsKey("request-id");
        assertThat(head(message, "access-control-expose-headers").orElseThrow())
                .contains("request-id, retry-after");
        var readable =
                List.of(head(whole, "access-control-expose-headers").orElseThrow().split(", "));
        assertThat(whole.headers().map().keySet().stream().filter(it -> it.startsWith("x-")))
                .isNotEmpty()
                .allMatch(readable::contains);
    }

    @Test
    void letsThemReadErrorsToo() {
        var expired = call("ak_old", SHOP, "");
        var unknownModel =
                node.post(
                        "/v1/chat/completions",
                        chat("none", ""),
                        "authorization",
                        "Bearer " + TestConfig.KEY,
                        "origin",
                        SHOP);
        var noDoor = node.post("/v1/files", "{}", "x-api-key", TestConfig.KEY, "origin", SHOP);

        assertThat(expired.statusCode()).isEqualTo(401);
        assertThat(unknownModel.statusCode()).isEqualTo(404);
        assertThat(noDoor.statusCode()).isEqualTo(404);
        for (var answer : List.of(expired, unknownModel, noDoor)) {
            assertThat(head(answer, "access-control-allow-origin")).contains(SHOP);
        }
    }

    @Test
    void hidesAnswersFromPagesThatTheKeysAppDoesNotName() {
        var otherApp = call("ak_of_another_app", SHOP, "");
        var otherPage = call(TestConfig.KEY, "https://evil.example", "");
        var nobody = call("ak_nobody", SHOP, "");
        var noPage = node.chat(chat("chat-a", ""));

        for (var answer : List.of(otherApp, otherPage, nobody, noPage)) {
            assertThat(head(answer, "access-control-allow-origin")).isEmpty();
            assertThat(head(answer, "vary")).contains("origin");
        }
        assertThat(nobody.statusCode()).isEqualTo(401);
    }

    @Test
    void isOffUntilAnAppNamesAnOrigin() {
        node.snapshot = new TestConfig().openai("one", upstream).chain("chat-a", "one").build();

        var answer = call(TestConfig.KEY, SHOP, "");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(head(answer, "access-control-allow-origin")).isEmpty();
        assertThat(head(answer, "vary")).isEmpty();
        assertThat(preflight("/v1/models", SHOP, "authorization").statusCode()).isEqualTo(403);
    }

    private HttpResponse<String> call(String key, String origin, String more) {
        return node.chat(chat("chat-a", more), "authorization", "Bearer " + key, "origin", origin);
    }

    private HttpResponse<String> preflight(String path, String origin, String headers) {
        return TestNode.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port + path))
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                        .headers("origin", origin)
                        .headers("access-control-request-method", "POST")
                        .headers("access-control-request-headers", headers)
                        .build());
    }

    private static Optional<String> head(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name);
    }
}
