package dev.sluice.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a node's own process holds: the JVM's word for the heap, the node's metrics for the rest.
 */
final class NodeMemory {
    /** What the collector leaves lying between living objects is none of them. */
    private static final String FILLER = "FillerElement";

    private static final Pattern CLASS = Pattern.compile("\\s*\\d+:\\s+\\d+\\s+(\\d+)\\s+(\\S+).*");

    private final long pid;
    private final URI metrics;

    NodeMemory(long pid, String management) {
        this.pid = pid;
        this.metrics = URI.create(management + "/metrics");
    }

    /** The bytes of all objects that are reachable, after a full collection. */
    long liveHeapBytes() throws IOException, InterruptedException {
        return sum(run("GC.class_histogram"));
    }

    static long sum(List<String> histogram) {
        return histogram.stream()
                .map(CLASS::matcher)
                .filter(line -> line.matches() && !line.group(2).contains(FILLER))
                .mapToLong(line -> Long.parseLong(line.group(1)))
                .sum();
    }

    /** Buffers outside the heap, as the JVM counts them. */
    long directBytes() throws IOException, InterruptedException {
        return (long) metric("jvm_buffer_memory_used_bytes{id=\"direct\"} ");
    }

    long callsInFlight() throws IOException, InterruptedException {
        return (long) metric("sluice_calls_in_flight ");
    }

    private double metric(String name) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var text =
                    client.send(
                                    HttpRequest.newBuilder(metrics).build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body();
            return text.lines()
                    .filter(line -> line.startsWith(name))
                    .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no metric " + name));
        }
    }

    private List<String> run(String command) throws IOException, InterruptedException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var process =
                new ProcessBuilder(jcmd, Long.toString(pid), command)
                        .redirectErrorStream(true)
                        .start();
        var lines =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        if (process.waitFor() != 0) {
            throw new IOException("jcmd " + command + ": " + lines);
        }
        return lines;
    }
}
