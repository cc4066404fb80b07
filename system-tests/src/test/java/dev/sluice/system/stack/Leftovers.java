package dev.sluice.system.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** What becomes of a stack's folder when the stack is down. */
final class Leftovers {
    private Leftovers() {}

    static void keepLogs(Path from, Path to) {
        try (Stream<Path> logs = Files.list(from)) {
            Files.createDirectories(to);
            for (Path log : logs.toList()) {
                Files.copy(log, to.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static void delete(Path tree) {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
