package dev.sluice.embedded.testing;

import dev.sluice.embedded.ServerLibraries;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Servers in containers, where {@code SLUICE_TEST_INFRA} allows: {@code auto} (the default) takes
 * them where a Docker engine answers, {@code docker} insists on them, {@code embedded} never does.
 */
final class ContainerServers {
    private static final String CHOICE = "SLUICE_TEST_INFRA";

    private ContainerServers() {}

    /** The address of a server in a container, or nothing where the embedded one is to be used. */
    static Optional<String> start(String server) {
        return start(server, System.getenv().getOrDefault(CHOICE, "auto"));
    }

    static Optional<String> start(String server, String choice) {
        return switch (choice) {
            case "embedded" -> Optional.empty();
            case "auto" -> engineMayAnswer() ? launch(server) : Optional.empty();
            case "docker" ->
                    Optional.of(
                            launch(server)
                                    .orElseThrow(() ->
                                            new IllegalStateException(
                                                    CHOICE
                                                            + " is docker, but no Docker engine answers.")));
            default ->
                    throw new IllegalArgumentException(
                            CHOICE + " must be auto, embedded or docker, not " + choice);
        };
    }

    /** Spares a JVM where there is surely no engine. */
    private static boolean engineMayAnswer() {
        return System.getenv("DOCKER_HOST") != null
                || Files.exists(Path.of("/var/run/docker.sock"))
                || Files.exists(
                        Path.of(System.getProperty("user.home", "") + "/.docker/run/docker.sock"));
    }

    /** The child lives as long as its standard input, that is as long as this JVM. */
    private static Optional<String> launch(String server) {
        var command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-Dorg.slf4j.simpleLogger.log.org.testcontainers.dockerclient=off",
                        "-cp",
                        ServerLibraries.classPath(),
                        "dev.sluice.embedded.testing.ContainerServerMain",
                        server);
        try {
            var child =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            var lines =
                    new BufferedReader(
                            new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
            String line = lines.readLine();
            if (line != null && line.startsWith(ContainerServerMain.ADDRESS)) {
                return Optional.of(line.substring(ContainerServerMain.ADDRESS.length()));
            }
            if (line != null && line.equals(ContainerServerMain.UNAVAILABLE)) {
                return Optional.empty();
            }
            throw new IllegalStateException(
                    "The container of %s did not start: %s".formatted(server, line));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
