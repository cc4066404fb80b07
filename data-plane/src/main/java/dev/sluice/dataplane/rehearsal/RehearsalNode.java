package dev.sluice.dataplane.rehearsal;

import ch.qos.logback.classic.LoggerContext;
import dev.sluice.dataplane.cache.ResponseCache;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.metering.InputTokenCounter;
import dev.sluice.dataplane.metering.Journal;
import dev.sluice.dataplane.metering.JournalUsageRecorder;
import dev.sluice.dataplane.metering.OutputTokenCounter;
import dev.sluice.dataplane.metering.Tokenizers;
import dev.sluice.dataplane.quota.Quota;
import dev.sluice.dataplane.quota.QuotaSettings;
import dev.sluice.dataplane.server.GatewayNode;
import dev.sluice.dataplane.server.NodeSettings;
import dev.sluice.dataplane.telemetry.CallLog;
import dev.sluice.dataplane.telemetry.GatheredLines;
import dev.sluice.dataplane.telemetry.JsonLines;
import dev.sluice.dataplane.upstream.token.SharedTokens;
import dev.sluice.model.secret.SecretSealer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * A whole node of its own, put together as the real one but for its ends: its store and upstream
 * are stand-ins, its journal goes nowhere, its log lines are written to nobody.
 */
final class RehearsalNode implements AutoCloseable {
    private static final String NODE = "rehearsal";
    private static final long JOURNAL_BYTES = 1 << 26;
    private static final int MOST_CALLS = 100;

    private final Journal journal;
    private final JournalUsageRecorder recorder;
    private final Quota quota;
    private final LoggerContext logs = new LoggerContext();
    private final GatewayNode node;

    RehearsalNode(
            Vertx vertx,
            Path dir,
            String storeUrl,
            Snapshot snapshot,
            Tokenizers tokenizers,
            InstantSource clock) {
        journal = Journal.open(dir, JOURNAL_BYTES);
        recorder = new JournalUsageRecorder(vertx, journal, NODE, clock);
        var inputs = new InputTokenCounter(tokenizers);
        var settings =
                new QuotaSettings(
                        NODE,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(1));
        quota = new Quota(vertx, storeUrl, settings, inputs, recorder, clock);
        var sealer = SecretSealer.fromKeyset(SecretSealer.generateKeyset());
        node =
                new GatewayNode(
                        vertx,
                        new NodeSettings(
                                "127.0.0.1",
                                0,
                                0,
                                1,
                                MOST_CALLS,
                                NodeSettings.BODY_BYTES,
                                NodeSettings.BODY_BYTES * 2,
                                0,
                                List.of(),
                                List.of()),
                        clock,
                        () -> snapshot,
                        new GatewayNode.Books(
                                quota.reserver(),
                                quota.settler(),
                                recorder,
                                new OutputTokenCounter(tokenizers, inputs),
                                new ResponseCache(quota.bytes(), sealer),
                                new SharedTokens(quota.bytes(), sealer)),
                        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                        unread(logs).getLogger(CallLog.NAME));
    }

    /** The same way for log lines as the real one, up to where they would be seen. */
    private static LoggerContext unread(LoggerContext logs) {
        var lines = new GatheredLines(OutputStream.nullOutputStream());
        lines.setContext(logs);
        lines.setEncoder(new JsonLines());
        lines.start();
        logs.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(lines);
        return logs;
    }

    Future<Integer> start() {
        return node.start().map(_ -> node.port());
    }

    /** Whether calls go by the store already. */
    boolean isShared() {
        return quota.isShared();
    }

    /** Usage events in its own journal. */
    long events() {
        return journal.unshippedEvents();
    }

    /** Its sockets go with the event loops, which are not its own. */
    @Override
    public void close() {
        recorder.close();
        quota.close();
        journal.close();
        logs.stop();
    }
}
