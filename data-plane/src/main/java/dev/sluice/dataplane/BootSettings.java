package dev.sluice.dataplane;

import dev.sluice.dataplane.quota.QuotaSettings;
import dev.sluice.dataplane.server.NodeSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a node is told by its environment, once; a wrong value names itself. */
record BootSettings(
        String nodeId,
        String redisUrl,
        String kafka,
        Path keysetFile,
        Path dataDir,
        long mostJournalBytes,
        NodeSettings node,
        QuotaSettings quota) {
    private static final int MOST_CALLS = 20_000;
    private static final long MOST_BUFFERED_BYTES = 64L << 20;

    static BootSettings from(Map<String, String> env) {
        var read = new Reader(env);
        var nodeId = read.text("SLUICE_NODE_ID");
        var loops = read.number("SLUICE_EVENT_LOOPS", Runtime.getRuntime().availableProcessors());
        return new BootSettings(
                nodeId,
                read.text("SLUICE_REDIS_URL"),
                read.text("SLUICE_KAFKA"),
                Path.of(read.text("SLUICE_KEYSET_FILE")),
                Path.of(read.text("SLUICE_DATA_DIR")),
                read.number("SLUICE_JOURNAL_BYTES", 1L << 30),
                new NodeSettings(
                        read.text("SLUICE_BIND", "127.0.0.1"),
                        (int) read.number("SLUICE_GATEWAY_PORT", 8080),
                        (int) read.number("SLUICE_MANAGEMENT_PORT", 9080),
                        (int) loops,
                        (int) read.number("SLUICE_MOST_CALLS", MOST_CALLS),
                        NodeSettings.BODY_BYTES,
                        read.number("SLUICE_MOST_BUFFERED_BYTES", MOST_BUFFERED_BYTES),
                        read.number("SLUICE_DRAIN_GRACE_MS", 110_000)),
                new QuotaSettings(
                        nodeId,
                        Duration.ofMillis(read.number("SLUICE_LEASE_MS", 30_000)),
                        Duration.ofMillis(read.number("SLUICE_RENEW_MS", 5_000)),
                        Duration.ofMillis(read.number("SLUICE_HEARTBEAT_MS", 1_000))));
    }

    private record Reader(Map<String, String> env) {
        String text(String name) {
            var value = given(name);
            if (value == null) {
                throw new IllegalArgumentException(name + " is not set");
            }
            return value;
        }

        String text(String name, String otherwise) {
            var value = given(name);
            return value == null ? otherwise : value;
        }

        long number(String name, long otherwise) {
            var value = given(name);
            if (value == null) {
                return otherwise;
            }
            try {
                return Long.parseLong(value);
            } catch (NumberFormatException wrong) {
                throw new IllegalArgumentException(
                        name + " is '" + value + "', not a whole number", wrong);
            }
        }

        private @Nullable String given(String name) {
            var value = env.get(name);
            return value == null || value.isBlank() ? null : value;
        }
    }
}
