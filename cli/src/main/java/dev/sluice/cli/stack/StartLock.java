package dev.sluice.cli.stack;

import dev.sluice.cli.CommandFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps two starts on one data directory apart. */
public final class StartLock implements AutoCloseable {
    private final FileChannel channel;

    private StartLock(FileChannel channel) {
        this.channel = channel;
    }

    public static StartLock take(Path dir) {
        try {
            Files.createDirectories(dir);
            var channel =
                    FileChannel.open(
                            dir.resolve("start.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                channel.close();
                throw CommandFailure.failed(
                        "sluice: another ./sluice up is starting on %s; wait for it."
                                .formatted(dir));
            }
            return new StartLock(channel);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot lock " + dir, failure);
        }
    }

    @Override
    public void close() {
        try {
            channel.close(); // lets go of the lock
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot unlock", failure);
        }
    }
}
