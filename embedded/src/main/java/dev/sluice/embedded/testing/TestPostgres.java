package dev.sluice.embedded.testing;

/** A database that nobody else uses; its user may create others. */
public record TestPostgres(String jdbcUrl, String user, String password) {
    @Override
    public String toString() {
        return jdbcUrl;
    }
}
