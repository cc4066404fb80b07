package dev.sluice.bench;

import java.net.URI;

/** Where calls go: the gateway, or the simulator itself for comparison. */
record Target(String name, String host, int port, String key, String model) {
    static Target of(String name, String url, String key, String model) {
        URI uri = URI.create(url);
        return new Target(name, uri.getHost(), uri.getPort(), key, model);
    }
}
