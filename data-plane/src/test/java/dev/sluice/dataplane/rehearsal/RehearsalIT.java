package dev.sluice.dataplane.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.sluice.dataplane.metering.Tokenizers;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class RehearsalIT {
    private static final Duration PLENTY = Duration.ofSeconds(60);
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");
    private static final Vertx VERTX = Vertx.vertx();
    private static final Tokenizers TOKENIZERS = new Tokenizers(VERTX);

    @TempDir private Path dataDir;

    @BeforeAll
    static void playOnce() throws IOException {
        // What stays in every process that ever opened a socket is there from now on.
        var folder = Files.createTempDirectory("rehearsal");
        assertThat(rehearsal(folder, PLENTY).play().failure()).isNull();
    }

    @AfterAll
    static void close() {
        TOKENIZERS.close();
        VERTX.close().toCompletionStage().toCompletableFuture().join();
    }

    private static Rehearsal rehearsal(Path folder, Duration most) {
        return new Rehearsal(folder, TOKENIZERS, InstantSource.system(), most, () -> true);
    }

    @Test
    void playsTheWholePipelineUntilItIsSteady() {
        var report = rehearsal(dataDir, PLENTY).play();

        var round = Programme.round();
        var admitted = round.stream().filter(call -> call.status() == 200).count();
        assertThat(report.failure()).isNull();
        assertThat(report.rounds()).isGreaterThanOrEqualTo(2);
        assertThat(report.calls()).isEqualTo(report.rounds() * round.size());
        assertThat(report.events())
                .as("each admitted call was priced, and is in the rehearsal's own journal")
                .isBetween(report.rounds() * admitted, report.rounds() * (admitted + 1));
    }

    @Test
    void leavesNoFileNoSocketAndNoThread() throws IOException {
        var threads = threads();
        var sockets = sockets();

        assertThat(rehearsal(dataDir, PLENTY).play().failure()).isNull();

        assertThat(dataDir).isEmptyDirectory();
        await().pollInSameThread().untilAsserted(() -> assertThat(sockets()).isEqualTo(sockets));
        await().pollInSameThread().untilAsserted(() -> assertThat(threads).containsAll(threads()));
    }

    /** The pool that Netty keeps for the whole process is not its own. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("globalEventExecutor"))
                .collect(Collectors.toSet());
    }

    private static long sockets() throws IOException {
        try (var all = Files.list(OPEN_FILES)) {
            return all.filter(
                            file -> {
                                try {
                                    return Files.readSymbolicLink(file)
                                            .toString()
                                            .startsWith("socket:");
                                } catch (IOException closed) {
                                    return false;
                                }
                            })
                    .count();
        }
    }

    @Test
    void logsNoCall() {
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        var root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(lines);
        try {
            rehearsal(dataDir, PLENTY).play();
        } finally {
            root.detachAppender(lines);
        }

        assertThat(lines.list)
                .extracting(ILoggingEvent::getLoggerName)
                .contains(Rehearsal.class.getName())
                .doesNotContain("sluice.call")
                .hasSizeLessThan(5);
    }

    @Test
    void endsWhenItsTimeIsUp() {
        var report = rehearsal(dataDir, Duration.ofNanos(1)).play();

        assertThat(report.calls()).isZero();
        assertThat(report.failure()).isNull();
        assertThat(dataDir).isEmptyDirectory();
    }

    @Test
    void takesItsTimeWhileNobodyWaits() {
        var unawaited =
                new Rehearsal(
                        dataDir,
                        TOKENIZERS,
                        InstantSource.system(),
                        Duration.ofNanos(1),
                        () -> false);

        assertThat(unawaited.play().rounds()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void doesNotFailTheStartWhereItCannotBePlayed() throws IOException {
        var notAFolder = Files.createFile(dataDir.resolve("file"));

        var report = rehearsal(notAFolder, PLENTY).play();

        assertThat(report.failure()).isNotNull();
        assertThat(report.calls()).isZero();
    }
}
