package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Broken, odd and slow answers, looked at on the bare socket. */
class SimulatorFaultsIT {
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

    private static JsonNode total() {
        return sim.books("?calls=0").path("total");
    }

    private static void awaitTotal(String field, int count) {
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(total().path(field).asInt()).isEqualTo(count));
    }

    /** Reads to the end; a reset is thrown after what came before it is in {@code into}. */
    private static void drain(Socket socket, StringBuilder into) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] some = new byte[8192];
        for (int n = in.read(some); n >= 0; n = in.read(some)) {
            into.append(new String(some, 0, n, StandardCharsets.UTF_8));
        }
    }

    @Test
    void resetsAfterAsManyTokensAsSaid() throws Exception {
        try (Socket socket = sim.rawChat("sim-chat", "tokens=9,reset-after=3", true)) {
            StringBuilder seen = new StringBuilder();

            assertThatThrownBy(() -> drain(socket, seen)).isInstanceOf(SocketException.class);

            assertThat(seen).contains(" the").contains(" runs").doesNotContain(" through");
        }
        awaitTotal("broken", 1);
        assertThat(total().path("tokensSent").asInt()).isEqualTo(3);
    }

    @Test
    void resetsAnUnaryCallBeforeItsHead() throws Exception {
        try (Socket socket = sim.rawChat("sim-chat", "reset-after=0", false)) {
            StringBuilder seen = new StringBuilder();

            assertThatThrownBy(() -> drain(socket, seen)).isInstanceOf(SocketException.class);

            assertThat(seen).isEmpty();
        }
    }

    @Test
    void closesInTheMiddleOfTheBody() throws Exception {
        try (Socket socket = sim.rawChat("sim-chat", "tokens=9,close-after=2", true)) {
            StringBuilder seen = new StringBuilder();

            drain(socket, seen);

            assertThat(seen.toString()).contains(" river").doesNotEndWith("0\r\n\r\n");
        }
        try (Socket socket = sim.rawChat("sim-chat", "cut-after=1", false)) {
            StringBuilder seen = new StringBuilder();

            drain(socket, seen);

            assertThat(seen.toString()).contains("content-length").doesNotEndWith("}");
        }
    }

    @Test
    void cutsAStreamCleanlyWithoutItsEnd() {
        HttpResponse<String> cut = sim.chat("sim-chat", "tokens=9,cut-after=2", ",\"stream\":true");
        HttpResponse<String> noDone = sim.chat("sim-chat", "tokens=2,no-done", ",\"stream\":true");
        HttpResponse<String> error =
                sim.chat("sim-chat", "error-after=1,code=overloaded", ",\"stream\":true");

        assertThat(cut.body())
                .contains(" river")
                .doesNotContain("finish_reason\":\"")
                .doesNotContain("DONE");
        assertThat(noDone.body()).contains("finish_reason\":\"stop\"").doesNotContain("DONE");
        assertThat(error.body())
                .contains(" the")
                .contains("\"code\":\"overloaded\"")
                .doesNotContain(" river");
        awaitTotal("broken", 2);
    }

    @Test
    void framesOddlyWithoutChangingWhatIsSaid() {
        for (String frame :
                new String[] {
                    "crlf",
                    "cr",
                    "nospace",
                    "comments",
                    "bom",
                    "lines",
                    "split",
                    "bytes",
                    "crlf+split+comments"
                }) {
            String script = "frame=" + frame + ",say=" + SimulatorFixture.encode("grün 水位");
            String body = sim.chat("sim-chat", script, ",\"stream\":true").body();

            String plain =
                    body.replace("\uFEFF", "")
                            .replace("\r\n", "\n")
                            .replace('\r', '\n')
                            .replaceAll("(?m)^: simulated\n\n", "")
                            .replaceAll(",\ndata: ", ",")
                            .replaceAll("(?m)^data:\\s?", "");
            assertThat(plain)
                    .as(frame)
                    .contains("\"content\":\"grün\"")
                    .contains("\"content\":\" 水位\"")
                    .endsWith("[DONE]\n\n");
        }
    }

    @Test
    void staysSilentUntilThePeerLeavesAndSaysWhen() throws Exception {
        long leftAtMs;
        try (Socket socket = sim.rawChat("sim-chat", "tokens=9,stall-after=2", true)) {
            byte[] some = new byte[4096];
            assertThat(socket.getInputStream().read(some)).isPositive();
            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() ->
                            assertThat(
                                            sim.books("")
                                                    .path("calls")
                                                    .path(0)
                                                    .path("tokensSent")
                                                    .asInt())
                                    .isEqualTo(2));
            assertThat(total().path("open").asInt()).isEqualTo(1);
            leftAtMs = System.currentTimeMillis();
        }
        awaitTotal("cancelled", 1);
        long endedAtMs = sim.books("").path("calls").path(0).path("endedAtMs").asLong();
        assertThat(endedAtMs - leftAtMs).isBetween(-5L, 1_000L);
    }

    @Test
    void neverAnswersAHangingCall() throws Exception {
        try (Socket socket = sim.rawChat("sim-chat", "hang", false)) {
            socket.setSoTimeout(300);
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(java.net.SocketTimeoutException.class);
        }
        awaitTotal("cancelled", 1);
    }

    @Test
    void keepsThePaceItIsTold() {
        long began = System.nanoTime();
        sim.chat("sim-chat", "ttft=100ms,pace=10ms,tokens=21", ",\"stream\":true");
        long tookMs = (System.nanoTime() - began) / 1_000_000;

        assertThat(tookMs).isBetween(300L, 1_500L);
        JsonNode call = sim.books("").path("calls").path(0);
        assertThat(call.path("firstByteAtMs").asLong() - call.path("begunAtMs").asLong())
                .isBetween(90L, 600L);
    }

    @Test
    void waitsForASlowReaderAndEntersTheWait() throws Exception {
        try (Socket socket = sim.rawChat("sim-chat", "tokens=40000,width=1000", true)) {
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() ->
                            assertThat(
                                            sim.books("")
                                                    .path("calls")
                                                    .path(0)
                                                    .path("bytesSent")
                                                    .asLong())
                                    .isPositive());
            await().during(Duration.ofMillis(500))
                    .atMost(Duration.ofSeconds(5))
                    .untilAsserted(() ->
                            assertThat(
                                            sim.books("")
                                                    .path("calls")
                                                    .path(0)
                                                    .path("bytesSent")
                                                    .asLong())
                                    .isLessThan(30_000_000L));
            StringBuilder seen = new StringBuilder();
            byte[] some = new byte[65_536];
            InputStream in = socket.getInputStream();
            while (!seen.toString().endsWith("0\r\n\r\n")) {
                int n = in.read(some);
                seen.setLength(0);
                seen.append(
                        new String(
                                some, Math.max(0, n - 7), Math.min(7, n), StandardCharsets.UTF_8));
            }
        }
        awaitTotal("finished", 1);
        assertThat(total().path("tokensSent").asInt()).isEqualTo(40_000);
        assertThat(total().path("backPressureMs").asLong()).isGreaterThan(400);
    }
}
