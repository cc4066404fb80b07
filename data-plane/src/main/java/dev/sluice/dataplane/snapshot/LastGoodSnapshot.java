package dev.sluice.dataplane.snapshot;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.ConfigPart;
import dev.sluice.model.snapshot.SnapshotHead;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The version a node served by last, on its own disk, so that it starts with everything else away.
 * Secrets stay sealed.
 */
final class LastGoodSnapshot {
    private static final Logger log = LoggerFactory.getLogger(LastGoodSnapshot.class);

    private final Path file;

    LastGoodSnapshot(Path dataDir) {
        this.file = dataDir.resolve("last-good-snapshot.json");
    }

    /** A version with all its parts. */
    record Stored(SnapshotHead head, List<ConfigPart> parts) {}

    void write(Stored stored) throws IOException {
        var bytes = SluiceJson.write(stored).getBytes(StandardCharsets.UTF_8);
        Files.createDirectories(file.toAbsolutePath().getParent());
        var next = file.resolveSibling(file.getFileName() + ".next");
        Files.write(next, bytes);
        try (var channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    Optional<Stored> read() {
        try {
            return Optional.of(SluiceJson.read(Files.readString(file), Stored.class));
        } catch (NoSuchFileException first) {
            return Optional.empty();
        } catch (IOException | RuntimeException unreadable) {
            log.warn("{} cannot be read and is ignored: {}", file, unreadable.getMessage());
            return Optional.empty();
        }
    }
}
