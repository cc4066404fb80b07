package dev.sluice.bench.books;

import dev.sluice.bench.NodeProcess;
import dev.sluice.model.Topics;
import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import tools.jackson.databind.JsonNode;

/**
 * Puts usage events on the topic of a running stack, as many nodes would, and measures how fast its
 * control plane books them: from the first to the last, with all roll-ups and postings.
 */
public final class LedgerBench {
    private static final String BOOKED = "sluice_ledger_events_total{outcome=\"booked\"}";
    private static final Duration SPAN = Duration.ofHours(6);
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonNode stack;
    private final String kafka;
    private final NodeProcess controlPlane;
    private final PrintStream out;

    private LedgerBench(JsonNode stack, String kafka, PrintStream out) {
        this.stack = stack;
        this.kafka = kafka;
        this.controlPlane = new NodeProcess(stack.path("pids").path("control-plane").asLong());
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (arguments.length != 3) {
            out.println("usage: LedgerBench DATA_DIR KAFKA_HOST:PORT EVENTS");
            System.exit(64);
        }
        var stack =
                SluiceJson.mapper()
                        .readTree(Files.readAllBytes(Path.of(arguments[0], "stack.json")));
        new LedgerBench(stack, arguments[1], out).run(Integer.parseInt(arguments[2]));
    }

    private void run(int events) throws Exception {
        double before = booked();
        long began = System.nanoTime();
        send(events);
        out.printf(Locale.ROOT, "sent %d events in %d ms%n", events, msSince(began));
        int shown = 0;
        while (booked() - before < events) {
            if (msSince(began) > PATIENCE.toMillis()) {
                throw new IllegalStateException("only " + (booked() - before) + " were booked");
            }
            int tenth = (int) ((booked() - before) * 10 / events);
            if (tenth > shown) {
                shown = tenth;
                out.printf(
                        Locale.ROOT, "%d0 %%: %d MB resident%n", tenth, controlPlane.residentMb());
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        long ms = msSince(began);
        out.printf(
                Locale.ROOT,
                "booked %d entries in %d ms: %d a second; %d MB resident%n",
                events,
                ms,
                events * 1000L / ms,
                controlPlane.residentMb());
    }

    /** In the order of their time, as they come from nodes that have nothing to catch up on. */
    private void send(int events) {
        var samples = new SampleEvents();
        var first = Instant.ofEpochMilli(nowMs()).minus(SPAN);
        var settings =
                Map.<String, Object>of(
                        "bootstrap.servers",
                        kafka,
                        "linger.ms",
                        20,
                        "batch.size",
                        262_144,
                        "compression.type",
                        "lz4");
        try (var producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < events; i++) {
                var at = first.plusMillis(SPAN.toMillis() * i / events);
                var id = samples.id(at);
                var _ =
                        producer.send(
                                new ProducerRecord<>(
                                        Topics.USAGE, id.toString(), samples.at(id, at)),
                                (sent, failure) -> {
                                    if (failure != null) {
                                        out.println("not sent: " + failure);
                                    }
                                });
            }
        }
    }

    private double booked() throws IOException, InterruptedException {
        var uri = URI.create(stack.path("console").asString() + "/api/v1/metrics");
        var token = stack.path("admin").path("token").asString();
        var request =
                HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token).build();
        return client.send(request, BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith(BOOKED))
                .mapToDouble(line -> Double.parseDouble(line.substring(BOOKED.length())))
                .findFirst()
                .orElse(0);
    }

    private static long nowMs() {
        return Clock.systemUTC().millis();
    }

    private static long msSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }
}
