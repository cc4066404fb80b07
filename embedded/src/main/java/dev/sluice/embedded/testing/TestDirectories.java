package dev.sluice.embedded.testing;

import dev.sluice.embedded.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The directories of a JVM's test servers, gone with the JVM. What a killed JVM left behind,
 * servers included, is cleared by the next one.
 */
final class TestDirectories {
    private static final String PREFIX = "sluice-test-servers-";
    private static final ConcurrentLinkedDeque<Runnable> AT_EXIT = new ConcurrentLinkedDeque<>();
    private static final Path OWN = createOwn();

    private TestDirectories() {}

    static Path create(String name) {
        try {
            return Files.createDirectories(OWN.resolve(name));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static void atExit(Runnable stop) {
        AT_EXIT.addFirst(stop);
    }

    private static Path createOwn() {
        try {
            Path parent = Path.of(System.getProperty("java.io.tmpdir"));
            clearAbandoned(parent);
            Path own =
                    Files.createTempDirectory(parent, PREFIX + ProcessHandle.current().pid() + "-");
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(
                                    () -> {
                                        AT_EXIT.forEach(Runnable::run);
                                        delete(own);
                                    },
                                    "test-servers-stop"));
            return own;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void clearAbandoned(Path parent) throws IOException {
        try (var found = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path dir : found) {
                String rest = dir.getFileName().toString().substring(PREFIX.length());
                String pid = rest.substring(0, rest.indexOf('-'));
                boolean ownerIsGone = ProcessHandle.of(Long.parseLong(pid)).isEmpty();
                if (ownerIsGone && Files.isWritable(dir)) {
                    stopServers(dir);
                    delete(dir);
                }
            }
        }
    }

    private static void stopServers(Path dir) throws IOException {
        try (var servers = Files.newDirectoryStream(dir)) {
            for (Path server : servers) {
                ServerProcess.living(server.getFileName().toString(), server.resolve("server.pid"))
                        .ifPresent(process -> process.stop("INT", Duration.ofSeconds(10)));
            }
        }
    }

    private static void delete(Path tree) {
        try (var paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException stillInUse) {
            // The next JVM clears it.
        }
    }
}
