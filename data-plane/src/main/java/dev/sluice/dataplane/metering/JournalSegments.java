package dev.sluice.dataplane.metering;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The journal's files: segments by ascending number, and the mark of what has been shipped. */
final class JournalSegments {
    private static final String SUFFIX = ".journal";
    private static final int READ_BYTES = 1 << 18;
    private static final int MOST_READ_BYTES = 64 << 20;

    private final Path dir;

    JournalSegments(Path dir) throws IOException {
        this.dir = dir;
        Files.createDirectories(dir);
    }

    List<Long> numbers() throws IOException {
        try (var files = Files.list(dir)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> Long.parseLong(name.substring(0, name.length() - SUFFIX.length())))
                    .sorted()
                    .toList();
        }
    }

    FileChannel create(long number) throws IOException {
        return FileChannel.open(
                file(number), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    FileChannel read(long number) throws IOException {
        return FileChannel.open(file(number), StandardOpenOption.READ);
    }

    long sizeBytes(long number) throws IOException {
        return Files.size(file(number));
    }

    void delete(long number) throws IOException {
        Files.deleteIfExists(file(number));
    }

    /** Is shown one record after another, with the offset behind it. */
    interface Reader {
        /** False: this one is not taken, and the scan ends before it. */
        boolean take(JournalRecord found, long behind);
    }

    /**
     * Shows every whole record between the offsets; returns where it stopped: at the end, before a
     * record that is torn, or before the one that was not taken.
     */
    long scan(long number, long from, long to, Reader reader) throws IOException {
        try (var channel = read(number)) {
            var buffer = ByteBuffer.allocate(Math.clamp(to - from, 1, READ_BYTES));
            var at = from;
            while (at < to) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), to - at));
                fill(channel, buffer, at);
                buffer.flip();
                var before = at;
                for (var found = JournalRecord.readFrom(buffer);
                        found != null;
                        found = JournalRecord.readFrom(buffer)) {
                    if (!reader.take(found, before + buffer.position())) {
                        return at;
                    }
                    at = before + buffer.position();
                }
                if (at == before) {
                    if (at + buffer.limit() < to && buffer.capacity() < MOST_READ_BYTES) {
                        buffer = ByteBuffer.allocate(buffer.capacity() * 4);
                        continue;
                    }
                    return at;
                }
            }
            return at;
        }
    }

    private static void fill(FileChannel channel, ByteBuffer buffer, long at) throws IOException {
        while (buffer.hasRemaining()) {
            var read = channel.read(buffer, at + buffer.position());
            if (read < 0) {
                return;
            }
        }
    }

    /** A place in the journal: all before it is in Kafka. */
    record Mark(long segment, long offset) {}

    Mark readMark() throws IOException {
        var file = dir.resolve("shipped");
        if (!Files.exists(file)) {
            return new Mark(0, 0);
        }
        var newest = new Mark(0, 0);
        var bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        for (var slot = 0; slot + MARK_BYTES <= bytes.capacity(); slot += MARK_BYTES) {
            var segment = bytes.getLong(slot);
            var offset = bytes.getLong(slot + 8);
            if (bytes.getLong(slot + 16) == checkOf(segment, offset)
                    && (segment > newest.segment()
                            || (segment == newest.segment() && offset > newest.offset()))) {
                newest = new Mark(segment, offset);
            }
        }
        return newest;
    }

    private static final int MARK_BYTES = 24;
    private int slot;

    /** Two slots in turn: a torn write leaves the one before, and events are shipped again. */
    void writeMark(Mark mark) throws IOException {
        var bytes = ByteBuffer.allocate(MARK_BYTES);
        bytes.putLong(mark.segment()).putLong(mark.offset());
        bytes.putLong(checkOf(mark.segment(), mark.offset())).flip();
        try (var channel =
                FileChannel.open(
                        dir.resolve("shipped"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
            channel.write(bytes, (long) slot * MARK_BYTES);
        }
        slot = 1 - slot;
    }

    private static long checkOf(long segment, long offset) {
        return ~(segment * 0x9E3779B97F4A7C15L ^ Long.rotateLeft(offset, 31));
    }

    private Path file(long number) {
        return dir.resolve("%016d%s".formatted(number, SUFFIX));
    }
}
