package dev.sluice.bench.books;

import dev.sluice.model.Topics;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Puts usage events on the topic of a running stack, as many nodes would, and measures how fast its
 * control plane books them: from the first to the last, with all roll-ups and postings.
 */
public final class LedgerBench {
    private static final String BOOKED = "sluice_ledger_events_total{outcome=\"booked\"}";
    private static final Duration SPAN = Duration.ofHours(6);

    /** Each look costs the control plane a few milliseconds. */
    private static final long LOOK_MS = 500;

    private static final Duration PATIENCE = Duration.ofMinutes(30);

    /** Those that read entries. */
    private final BooksStack stack;

    private final PrintStream out;

    private LedgerBench(BooksStack stack, PrintStream out) {
        this.stack = stack;
        this.out = out;
    }

    public static void main(String[] words) throws Exception {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var arguments = BooksStack.Arguments.parse("--events", 200_000, words);
        new LedgerBench(new BooksStack(arguments.directory()), out).run(arguments.number());
    }

    private void run(int events) throws Exception {
        double before = booked();
        var cpuBefore = cpuMicros();
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
                        Locale.ROOT,
                        "%d0 %% after %d ms: %d MB resident%n",
                        tenth,
                        msSince(began),
                        stack.process("control-plane").residentMb());
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        long ms = msSince(began);
        out.printf(
                Locale.ROOT,
                "booked %d entries in %d ms: %d a second; %d MB resident%n",
                events,
                ms,
                events * 1000L / ms,
                stack.process("control-plane").residentMb());
        cpuMicros()
                .forEach((name, micros) ->
                        out.printf(
                                Locale.ROOT,
                                "%s: %.1f CPU-µs an entry%n",
                                name,
                                (micros - cpuBefore.getOrDefault(name, 0L)) / (double) events));
        var month = YearMonth.now(ZoneOffset.UTC);
        for (var report : List.of("token-drift", "waste?month=" + month)) {
            long asked = System.nanoTime();
            int size = stack.get("/api/v1/reports/" + report).length();
            out.printf(Locale.ROOT, "%s: %d ms (size %d)%n", report, msSince(asked), size);
        }
    }

    private Map<String, Long> cpuMicros() {
        var micros = new TreeMap<String, Long>();
        for (var name : stack.processes()) {
            micros.put(name, stack.process(name).cpuMicrosWithChildren());
        }
        return micros;
    }

    /** In the order of their time, as they come from nodes that have nothing to catch up on. */
    private void send(int events) {
        var samples = new SampleEvents();
        var first = Instant.ofEpochMilli(nowMs()).minus(SPAN);
        var settings =
                Map.<String, Object>of(
                        "bootstrap.servers",
                        stack.kafka(),
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
        return stack.get("/api/v1/metrics")
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
