package dev.sluice.system.client;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;

/** What a node tells of itself on its management port. */
public final class NodeMetrics {
    private NodeMetrics() {}

    /** A gauge without labels, by its name in the exposition format; not a number where absent. */
    public static double gauge(String management, String name) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(management + "/metrics"))
                        .timeout(Duration.ofSeconds(10))
                        .build();
        return Http.send(request)
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(Double.NaN);
    }
}
