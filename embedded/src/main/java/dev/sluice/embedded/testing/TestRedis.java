package dev.sluice.embedded.testing;

/** A Redis database, by number, that nobody else uses and that was empty at first. */
public record TestRedis(String host, int port, int database) {
    public String uri() {
        return "redis://%s:%d/%d".formatted(host, port, database);
    }
}
