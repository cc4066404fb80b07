package dev.sluice.embedded;

import java.nio.file.Path;

/** A running server on this machine that outlives the JVM that started it. */
public sealed interface EmbeddedServer
        permits EmbeddedPostgresServer, EmbeddedRedisServer, EmbeddedKafkaServer {

    /**
     * A server process that answers.
     *
     * @param adopted whether it was found running, so that this JVM did not start it
     */
    record Running(ServerProcess process, int port, boolean adopted) {}

    Running running();

    /** Ends the server in its orderly way; its data stays. */
    void stop();

    /** Where the pid of the server on a directory is kept. */
    static Path pidFile(Path dir) {
        return dir.resolve("server.pid");
    }

    default ServerProcess process() {
        return running().process();
    }

    default int port() {
        return running().port();
    }

    /**
     * True when the server was found running on its directory, so that this JVM did not start it.
     */
    default boolean adopted() {
        return running().adopted();
    }

    default long pid() {
        return process().pid();
    }
}
