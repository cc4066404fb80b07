package dev.sluice.dataplane;

import dev.sluice.dataplane.config.Cidr;
import dev.sluice.dataplane.quota.QuotaSettings;
import dev.sluice.dataplane.server.NodeSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a node reads once, from its environment; valid on birth, or one clear message.
 *
 * @param rehearsal how long the rest of the node waits for its rehearsal at most; zero: there is
 *     none
 * @param clockOffset added to the machine's time, to rehearse what a wrong clock does
 */
record BootSettings(
        String nodeId,
        NodeSettings node,
        QuotaSettings quota,
        String redisUrl,
        String kafkaServers,
        Path keysetFile,
        Path dataDir,
        long journalBytes,
        Duration rehearsal,
        Duration clockOffset) {
    private static final Pattern NODE_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final long JOURNAL_BYTES = 2L << 30;
    private static final long REHEARSAL_MS = 6_000;
    private static final long DAY_MS = 86_400_000;

    /** Fails with {@link IllegalArgumentException}, whose message names the variable. */
    static BootSettings read(Map<String, String> environment) {
        var read = new Reader(environment);
        var nodeId = read.text("SLUICE_NODE_ID", "node-1");
        if (!NODE_ID.matcher(nodeId).matches()) {
            throw new IllegalArgumentException(
                    "SLUICE_NODE_ID must be letters, digits, '.', '_' or '-', at most 64");
        }
        var node =
                new NodeSettings(
                        read.text("SLUICE_BIND", "127.0.0.1"),
                        (int) read.number("SLUICE_GATEWAY_PORT", 8080, 1, 65_535),
                        (int) read.number("SLUICE_MANAGEMENT_PORT", 9080, 1, 65_535),
                        (int) read.number("SLUICE_EVENT_LOOPS", defaultLoops(), 1, 256),
                        (int) read.number("SLUICE_MOST_CALLS", 5_000, 1, 1_000_000),
                        NodeSettings.BODY_BYTES,
                        Math.max(NodeSettings.BODY_BYTES * 2, Runtime.getRuntime().maxMemory() / 4),
                        read.number("SLUICE_DRAIN_GRACE_MS", 100_000, 0, 3_600_000),
                        read.networks("SLUICE_TRUSTED_PROXIES"),
                        read.networks("SLUICE_FETCH_NETWORKS"));
        var quota =
                new QuotaSettings(
                        nodeId,
                        read.millis("SLUICE_LEASE_MS", 30_000),
                        read.millis("SLUICE_RENEW_MS", 10_000),
                        read.millis("SLUICE_HEARTBEAT_MS", 1_000));
        return new BootSettings(
                nodeId,
                node,
                quota,
                read.needed("SLUICE_REDIS_URL"),
                read.needed("SLUICE_KAFKA"),
                Path.of(read.needed("SLUICE_KEYSET_FILE")),
                Path.of(read.needed("SLUICE_DATA_DIR")),
                read.number("SLUICE_JOURNAL_BYTES", JOURNAL_BYTES, 1 << 20, Long.MAX_VALUE),
                Duration.ofMillis(read.number("SLUICE_REHEARSAL_MS", REHEARSAL_MS, 0, 60_000)),
                Duration.ofMillis(read.number("SLUICE_CLOCK_OFFSET_MS", 0, -DAY_MS, DAY_MS)));
    }

    private static int defaultLoops() {
        return Math.max(1, Runtime.getRuntime().availableProcessors());
    }

    private record Reader(Map<String, String> environment) {
        private @Nullable String find(String name) {
            var value = environment.get(name);
            return value == null || value.isBlank() ? null : value.strip();
        }

        String text(String name, String otherwise) {
            var value = find(name);
            return value != null ? value : otherwise;
        }

        String needed(String name) {
            var value = find(name);
            if (value == null) {
                throw new IllegalArgumentException(name + " is not set");
            }
            return value;
        }

        long number(String name, long otherwise, long least, long most) {
            var value = find(name);
            if (value == null) {
                return otherwise;
            }
            try {
                var number = Long.parseLong(value);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException notANumber) {
                // The message below says what is wanted.
            }
            throw new IllegalArgumentException(
                    name + " must be a whole number from " + least + " to " + most);
        }

        /** Comma-separated; empty where the variable is not set. */
        List<String> networks(String name) {
            var value = find(name);
            if (value == null) {
                return List.of();
            }
            var networks = Arrays.stream(value.split(",", -1)).map(String::strip).toList();
            for (var network : networks) {
                if (!Cidr.isNetwork(network)) {
                    throw new IllegalArgumentException(
                            name + " holds '" + network + "', which is no network as 10.0.0.0/8");
                }
            }
            return networks;
        }

        Duration millis(String name, long otherwise) {
            return Duration.ofMillis(number(name, otherwise, 10, 3_600_000));
        }
    }
}
