package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.Answer;
import dev.sluice.system.client.Caller;
import dev.sluice.system.client.RawCall;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad input gets the dialect's own error with the right status, and leaves nothing behind. */
@OnNodes(1)
@Order(20)
class BadInputIT {
    private static final long BODY_TOO_LARGE_BYTES = 33L * 1024 * 1024;

    private Stack stack;

    @BeforeEach
    void take(Stack running) {
        stack = running;
    }

    private static void assertError(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.errorCode()).isEqualTo(code);
        assertThat(answer.json().path("error").path("message").asString("")).hasSizeGreaterThan(10);
        assertThat(answer.json().path("error").path("type").asString("")).isNotEmpty();
        assertThat(answer.traceId()).hasSize(32);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"model\":\"chat\",\"messages\":[",
                "not json at all",
                "[]",
                "\"chat\"",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
                "{\"model\":5,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
                "{\"model\":null,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
                "{\"model\":\"chat\",\"model\":\"costly\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
                "{\"model\":\"chat\",\"messages\":\"x\"}",
                "{\"model\":\"chat\",\"stream\":\"yes\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
                "{\"model\":\"chat\",\"max_tokens\":\"many\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
                "{\"model\":\"chat\",\"max_tokens\":-3,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
                "{\"model\":\"chat\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]} trailing",
            })
    void refusesABodyThatIsNotARequest(String body) {
        Caller caller = stack.caller("acme/streams/main");

        assertError(caller.post("/v1/chat/completions", body), 400, "invalid_request");
    }

    @Test
    void refusesKeysThatMayNotCall() {
        String gateway = stack.file().gateway().getFirst();
        String good = stack.key("acme/web/main");
        String lastCharacter = good.endsWith("A") ? "B" : "A";
        String mistyped = good.substring(0, good.length() - 1) + lastCharacter;

        assertError(new Caller(gateway, "").chat("chat", "x", 5), 401, "invalid_api_key");
        assertError(new Caller(gateway, "sk-other").chat("chat", "x", 5), 401, "invalid_api_key");
        assertError(new Caller(gateway, mistyped).chat("chat", "x", 5), 401, "invalid_api_key");
        assertError(stack.caller("acme/web/expired").chat("chat", "x", 5), 401, "invalid_api_key");
    }

    @Test
    void refusesAliasesThatAreUnknownOrNotTheCallers() {
        Caller caller = stack.caller("acme/web/main");

        assertError(caller.chat("nobody-knows-it", "x", 5), 404, "model_not_found");
        assertError(caller.chat("costly", "x", 5), 403, "model_not_allowed");
    }

    @Test
    void namesTheEndpointsThatItDoesNotServe() {
        Caller caller = stack.caller("acme/web/main");

        assertError(caller.post("/v1/files", "{}"), 404, "unsupported_endpoint");
        assertError(caller.get("/v1/assistants"), 404, "unsupported_endpoint");
    }

    @Test
    void refusesABodyOfThirtyThreeMegabytes() throws IOException {
        try (RawCall raw = new RawCall(stack.file().gateway().getFirst())) {
            raw.write(
                    "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer "
                            + stack.key("acme/streams/main")
                            + "\r\nContent-Type: application/json\r\nContent-Length: "
                            + BODY_TOO_LARGE_BYTES
                            + "\r\n\r\n{\"model\":\"chat\",\"messages\":[{\"role\":\"user\",\"content\":\"");
            CompletableFuture<Void> flood =
                    CompletableFuture.runAsync(() -> {
                        try {
                            raw.flood(BODY_TOO_LARGE_BYTES);
                        } catch (IOException refused) {
                            // The gateway need not read what it has refused.
                        }
                    });

            String answer = raw.answer();

            assertThat(answer).startsWith("HTTP/1.1 413").contains("request_too_large");
            flood.join();
        }
        assertStillServes();
    }

    @Test
    void refusesAFloodOfHeaders() throws IOException {
        try (RawCall raw = new RawCall(stack.file().gateway().getFirst())) {
            raw.write("POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\n");
            StringBuilder flood = new StringBuilder();
            for (int i = 0; i < 2_000; i++) {
                flood.append("x-flood-")
                        .append(i)
                        .append(": ")
                        .append("y".repeat(100))
                        .append("\r\n");
            }
            CompletableFuture<Void> sent =
                    CompletableFuture.runAsync(() -> {
                        try {
                            raw.write(flood + "\r\n");
                        } catch (IOException refused) {
                            // The gateway need not read what it has refused.
                        }
                    });

            String answer = raw.answer();

            assertThat(answer).matches("(?s)HTTP/1.1 4(31|00) .*").contains("\"error\"");
            sent.join();
        }
        assertStillServes();
    }

    @Test
    void leavesNoHoldBehind() {
        Caller caller = stack.caller("acme/streams/main");
        caller.post("/v1/chat/completions", "{\"model\":\"chat\",\"messages\":5}");
        caller.chat("costly", "x", 5);

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() ->
                        assertThat(stack.admin().budgets("acme", "streams"))
                                .isNotEmpty()
                                .allSatisfy(budget ->
                                        assertThat(budget.held()).isEqualByComparingTo("0")));
    }

    @Test
    void logsOneLineWithoutAStackTraceForEachMistake() throws IOException {
        Path log = stack.log("node-1");
        long before = lines(log).size();
        Caller caller = stack.caller("acme/streams/main");

        Answer malformed = caller.post("/v1/chat/completions", "{\"model\":");
        Answer unknown = caller.chat("nobody-knows-it", "x", 5);

        for (Answer answer : List.of(malformed, unknown)) {
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() ->
                            assertThat(lines(log))
                                    .filteredOn(line -> line.contains(answer.traceId()))
                                    .hasSize(1));
        }
        assertThat(lines(log).stream().skip(before))
                .noneMatch(line -> line.contains("\"stack\"") || line.startsWith("\tat "));
    }

    private static List<String> lines(Path log) throws IOException {
        return Files.readAllLines(log);
    }

    private void assertStillServes() {
        assertThat(stack.caller("acme/web/main").chat("chat", "#sim tokens=1", 5).status())
                .isEqualTo(200);
    }
}
