package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.Answer;
import dev.sluice.system.client.Caller;
import dev.sluice.system.client.LedgerRow;
import dev.sluice.system.client.OpenStream;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.Stack;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** From a call to its line on the monthly report. */
@OnNodes(1)
@Order(30)
class MoneyPathIT {
    private Stack stack;

    @BeforeEach
    void take(Stack running) {
        stack = running;
    }

    private LedgerRow onlyRow(String traceId) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(stack.admin().rowsOfTrace(traceId)).hasSize(1));
        return stack.admin().rowsOfTrace(traceId).getFirst();
    }

    @Test
    void booksAnUnaryCallOnceAtItsPrice() {
        // "#sim tokens=7" and the line's end make 19 bytes: 5 tokens, 3 for the message, 3 for the
        // request.
        Answer answer = stack.caller("acme/web/main").chat("chat", "#sim tokens=7\nhello", 50);

        LedgerRow row = onlyRow(answer.traceId());

        assertThat(row.status()).isEqualTo("completed");
        assertThat(row.input()).isEqualTo(11);
        assertThat(row.output()).isEqualTo(7);
        assertThat(row.cost()).isEqualByComparingTo("0.000025");
        assertThat(new BigDecimal(answer.header("X-Sluice-Cost"))).isEqualByComparingTo(row.cost());
        assertThat(row.json().path("tenant").asString()).isEqualTo("acme");
        assertThat(row.json().path("app").asString()).isEqualTo("web");
        assertThat(row.json().path("key").asString()).isEqualTo("main");
        assertThat(row.json().path("alias").asString()).isEqualTo("chat");
        assertThat(row.json().path("model").asString()).isEqualTo("chat-model");
        assertThat(row.json().path("upstream").asString()).isEqualTo("main");
        assertThat(row.json().path("usageSource").asString()).isEqualTo("upstream");
        assertThat(row.json().path("finishReason").asString()).isEqualTo("stop");
        assertThat(row.json().path("attempts").size()).isEqualTo(1);
        assertThat(row.json().path("counted").path("output").asLong()).isPositive();
    }

    @Test
    void booksAStreamThoughItsCallerAskedForNoUsage() throws Exception {
        try (OpenStream stream =
                stack.caller("acme/web/main").stream("chat", "#sim tokens=9,pace=1ms", 50)) {
            assertThat(stream.end().get(20, TimeUnit.SECONDS)).isEqualTo(OpenStream.End.DONE);

            LedgerRow row = onlyRow(stream.traceId());

            assertThat(row.status()).isEqualTo("completed");
            assertThat(row.output()).isEqualTo(9);
            assertThat(row.json().path("firstTokenMs").isNumber()).isTrue();
        }
    }

    @Test
    void billsItsOwnCountWhenTheUpstreamReportsNone() {
        Answer answer =
                stack.caller("acme/web/main").chat("chat", "#sim tokens=7,usage=never\nhello", 50);

        LedgerRow row = onlyRow(answer.traceId());

        assertThat(row.json().path("usageSource").asString()).isEqualTo("counted");
        assertThat(row.output())
                .isEqualTo(row.json().path("counted").path("output").asLong())
                .isPositive();
    }

    @Test
    void booksAnEmbedding() {
        Answer answer =
                stack.caller("acme/web/main")
                        .post(
                                "/v1/embeddings",
                                "{\"model\":\"embed\",\"input\":\"how high is the water\"}");

        LedgerRow row = onlyRow(answer.traceId());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(row.input()).isEqualTo(6);
        assertThat(row.cost()).isEqualByComparingTo("0.0000006");
    }

    @Test
    void booksFailuresAndRefusalsAtNoCost() {
        Answer failed = stack.caller("acme/web/main").chat("chat", "#sim status=400", 50);
        Answer refused = stack.caller("acme/web/main").chat("costly", "x", 50);

        LedgerRow failedRow = onlyRow(failed.traceId());
        LedgerRow refusedRow = onlyRow(refused.traceId());

        assertThat(failedRow.status()).isEqualTo("failed");
        assertThat(failedRow.cost()).isEqualByComparingTo("0");
        assertThat(refusedRow.status()).isEqualTo("rejected");
        assertThat(refusedRow.errorCode()).isEqualTo("model_not_allowed");
        assertThat(refusedRow.cost()).isEqualByComparingTo("0");
    }

    @Test
    void reportsWhatTheLedgerHolds() {
        Caller caller = stack.caller("acme/reported/main");
        List<String> traces =
                List.of(1, 2, 3).stream()
                        .map(n -> caller.chat("chat", "#sim tokens=" + n, 50).traceId())
                        .toList();
        traces.forEach(this::onlyRow);
        BigDecimal booked =
                traces.stream()
                        .map(trace -> onlyRow(trace).cost())
                        .reduce(BigDecimal.ZERO, BigDecimal::add);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> {
                    JsonNode line = reportLine("reported");
                    assertThat(line.path("requests").asInt()).isEqualTo(3);
                    assertThat(line.path("tokens").path("output").asInt()).isEqualTo(6);
                    assertThat(new BigDecimal(line.path("cost").asString("-1")))
                            .isEqualByComparingTo(booked);
                });
    }

    private JsonNode reportLine(String app) {
        String month = YearMonth.now(ZoneOffset.UTC).toString();
        for (JsonNode line : stack.admin().monthlyReport(month, "acme").path("lines")) {
            if (line.path("app").asString("").equals(app)) {
                return line;
            }
        }
        throw new AssertionError("no line of " + app + " in the report");
    }

    @Test
    void sendsTheUpstreamItsOwnSecretAndNeverTheCallers() {
        Caller caller = stack.caller("acme/web/main");
        caller.chat("chat", "#sim tokens=1", 5);

        JsonNode headers = stack.simulator().lastCall("sim-chat").path("facts").path("headers");

        assertThat(headers.path("authorization").asString())
                .isEqualTo(Fingerprint.of("system-tests-upstream-credential"))
                .isNotEqualTo(Fingerprint.of(caller.key()));
        assertThat(headers.toString()).doesNotContain("ak_");
    }
}
