package dev.sluice.dataplane.dialect.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recorded traffic of real providers, in the folder that {@code SLUICE_CORPUS} names or one beside
 * the repository; without one there is nothing to walk.
 */
public final class FixtureCorpus {
    private FixtureCorpus() {}

    /** Files {@code <provider>/<protocol>/….<suffix>}, in order. */
    public static Stream<Path> files(String protocol, String suffix) {
        var root = root();
        if (root == null) {
            return Stream.empty();
        }
        try (var files = Files.walk(root)) {
            return files
                    .filter(file -> file.getParent().endsWith(protocol))
                    .filter(file -> file.toString().endsWith(suffix))
                    .filter(file -> !file.toString().contains("edge-cases"))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Everything that is a stream of the protocol, as server-sent events. */
    public static Stream<Path> streams(String protocol) {
        return Stream.concat(files(protocol, ".response.sse"), files(protocol, ".chunks.jsonl"));
    }

    /** The bytes of a stream; recorded payloads without framing get one. */
    public static byte[] streamBytes(Path file) {
        try {
            var bytes = Files.readAllBytes(file);
            if (!file.toString().endsWith(".chunks.jsonl")) {
                return bytes;
            }
            var framed = new ByteArrayOutputStream();
            new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .forEach(line ->
                            framed.writeBytes(
                                    ("data: " + line + "\n\n").getBytes(StandardCharsets.UTF_8)));
            return framed.toByteArray();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static @Nullable Path root() {
        var named = System.getenv("SLUICE_CORPUS");
        if (named != null) {
            return Path.of(named, "fixtures");
        }
        for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            var beside = at.resolve("shared/fixtures");
            if (Files.isDirectory(beside)) {
                return beside;
            }
        }
        return null;
    }
}
