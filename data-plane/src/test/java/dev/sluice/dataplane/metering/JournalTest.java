package dev.sluice.dataplane.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.id.Uuid7;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir Path dir;

    private static UUID append(Journal journal, byte kind, String json) throws Exception {
        return append(journal, kind, Uuid7.at(1), json);
    }

    private static UUID append(Journal journal, byte kind, UUID id, String json) throws Exception {
        var done = new CompletableFuture<Void>();
        journal.append(
                kind,
                id,
                () -> json.getBytes(StandardCharsets.UTF_8),
                failure -> {
                    if (failure == null) {
                        done.complete(null);
                    } else {
                        done.completeExceptionally(failure);
                    }
                });
        await(done);
        return id;
    }

    private static void await(CompletableFuture<Void> done) throws Exception {
        try {
            done.get(10, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError("the journal did not answer", late);
        }
    }

    private static List<String> contents(Path dir) throws IOException {
        var segments = new JournalSegments(dir);
        var found = new ArrayList<String>();
        for (var number : segments.numbers()) {
            segments.scan(
                    number,
                    0,
                    segments.sizeBytes(number),
                    (entry, _) -> found.add(new String(entry.json(), StandardCharsets.UTF_8)));
        }
        return found;
    }

    @Test
    void keepsWhatWasAppendedWithoutBeingClosed() throws Exception {
        var journal = Journal.open(dir, 1 << 20);
        append(journal, JournalRecord.EVENT, "one");
        append(journal, JournalRecord.EVENT, "two");

        assertThat(contents(dir)).containsExactly("one", "two");
        assertThat(journal.unshippedEvents()).isEqualTo(2);
        journal.close();
        try (var again = Journal.open(dir, 1 << 20)) {
            assertThat(again.unshippedEvents()).isEqualTo(2);
        }
    }

    @Test
    void findsAdmissionsWhoseEventNeverCame() throws Exception {
        UUID lost;
        try (var journal = Journal.open(dir, 1 << 20)) {
            lost = append(journal, JournalRecord.ADMISSION, "lost");
            var kept = append(journal, JournalRecord.ADMISSION, "kept");
            append(journal, JournalRecord.EVENT, kept, "event");
        }
        try (var journal = Journal.open(dir, 1 << 20)) {
            assertThat(journal.abandoned()).extracting(JournalRecord::id).containsExactly(lost);
        }
    }

    @Test
    void refusesWhenTheBoundIsReached() throws Exception {
        try (var journal = Journal.open(dir, 100)) {
            assertThat(journal.isFull()).isFalse();
            append(journal, JournalRecord.EVENT, "x".repeat(100));
            assertThat(journal.isFull()).isTrue();
            journal.shipped(1, 200);
            assertThat(journal.isFull()).isFalse();
        }
    }

    @Property(tries = 100)
    void aTornTailCostsOnlyTheRecordThatWasTorn(
            @ForAll @Size(min = 1, max = 10) List<@IntRange(min = 0, max = 3_000) Integer> sizes,
            @ForAll @IntRange(min = 1, max = 40) int tornBytes)
            throws Exception {
        var own = Files.createTempDirectory("journal");
        try (var journal = Journal.open(own, 1 << 20)) {
            for (var size : sizes) {
                append(journal, JournalRecord.EVENT, "x".repeat(size));
            }
        }
        var segments = new JournalSegments(own);
        var number = segments.numbers().getFirst();
        var file = own.resolve("%016d.journal".formatted(number));
        var whole = Files.size(file);
        try (var channel = java.nio.channels.FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(Math.max(0, whole - Math.min(tornBytes, sizes.getLast() + 24)));
        }
        assertThat(contents(own)).hasSize(sizes.size() - 1);
        try (var journal = Journal.open(own, 1 << 20)) {
            append(journal, JournalRecord.EVENT, "after");
        }
        assertThat(contents(own)).hasSize(sizes.size()).endsWith("after");
    }

    @Test
    void theMarkSurvivesATornWrite() throws Exception {
        var segments = new JournalSegments(dir);
        segments.writeMark(new JournalSegments.Mark(3, 100));
        segments.writeMark(new JournalSegments.Mark(3, 200));
        assertThat(segments.readMark()).isEqualTo(new JournalSegments.Mark(3, 200));
        var file = dir.resolve("shipped");
        var bytes = Files.readAllBytes(file);
        bytes[40] ^= 1;
        Files.write(file, bytes);
        assertThat(segments.readMark()).isEqualTo(new JournalSegments.Mark(3, 100));
    }
}
