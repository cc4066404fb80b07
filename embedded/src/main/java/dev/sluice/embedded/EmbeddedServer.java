package dev.sluice.embedded;

/** A running server on this machine that outlives the JVM that started it. */
public sealed interface EmbeddedServer
        permits EmbeddedPostgresServer, EmbeddedRedisServer, EmbeddedKafkaServer {

    ServerProcess process();

    int port();

    /**
     * True when the server was found running on its directory, so that this JVM did not start it.
     */
    boolean adopted();

    /** Ends the server in its orderly way; its data stays. */
    void stop();

    default long pid() {
        return process().pid();
    }
}
