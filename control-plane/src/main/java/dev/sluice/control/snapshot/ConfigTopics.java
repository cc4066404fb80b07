package dev.sluice.control.snapshot;

import dev.sluice.control.ControlPlaneSettings;
import dev.sluice.model.Topics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Creates the topics that both planes use; keeps trying until Kafka is there. */
@Component
class ConfigTopics {
    static final int MOST_BYTES = 16 * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(ConfigTopics.class);
    private static final short DEFAULT_REPLICATION = -1;
    private static final long PAUSE_MS = 1_000;

    private final ControlPlaneSettings settings;

    ConfigTopics(ControlPlaneSettings settings) {
        this.settings = settings;
    }

    /** Returns whether all topics are there; no only when it was told to stop. */
    boolean ensure(BooleanSupplier goOn) throws InterruptedException {
        while (goOn.getAsBoolean()) {
            try (var admin = admin()) {
                create(admin);
                return true;
            } catch (ExecutionException | KafkaException away) {
                LOG.warn("Kafka is not there yet: {}", away.getMessage());
                Thread.sleep(PAUSE_MS);
            }
        }
        return false;
    }

    private static void create(Admin admin) throws ExecutionException, InterruptedException {
        var known = admin.listTopics().names().get();
        var missing =
                wanted().stream()
                        .filter(topic -> !known.contains(topic.name()))
                        .collect(Collectors.toSet());
        for (var answer : admin.createTopics(missing).values().values()) {
            try {
                answer.get();
            } catch (ExecutionException failed) {
                if (!(failed.getCause() instanceof TopicExistsException)) {
                    throw failed;
                }
            }
        }
    }

    private static Set<NewTopic> wanted() {
        var compacted =
                Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        TopicConfig.CLEANUP_POLICY_COMPACT,
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                        Integer.toString(MOST_BYTES));
        return Set.of(
                new NewTopic(Topics.CONFIG_PARTS, 1, DEFAULT_REPLICATION).configs(compacted),
                new NewTopic(Topics.CONFIG_HEADS, 1, DEFAULT_REPLICATION).configs(compacted),
                new NewTopic(Topics.USAGE, Topics.USAGE_PARTITIONS, DEFAULT_REPLICATION)
                        .configs(
                                Map.of(
                                        TopicConfig.RETENTION_MS_CONFIG,
                                        Long.toString(7L * 24 * 3600 * 1000))),
                new NewTopic(Topics.NODE_STATUS, 1, DEFAULT_REPLICATION)
                        .configs(
                                // The broker's time, which nodes' clocks are held against.
                                Map.of(
                                        TopicConfig.RETENTION_MS_CONFIG,
                                        Long.toString(3600L * 1000),
                                        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                                        "LogAppendTime")));
    }

    /** Fails while the topics are not known everywhere yet: then nobody can tell. */
    boolean headsAreEmpty() throws ExecutionException, InterruptedException {
        var heads = new TopicPartition(Topics.CONFIG_HEADS, 0);
        try (var admin = admin()) {
            return admin.listOffsets(Map.of(heads, OffsetSpec.latest()))
                            .partitionResult(heads)
                            .get()
                            .offset()
                    == 0;
        }
    }

    private Admin admin() {
        return Admin.create(
                Map.of(
                        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                        settings.kafka(),
                        AdminClientConfig.CLIENT_ID_CONFIG,
                        "control-plane-topics",
                        AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        5_000,
                        AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                        10_000));
    }
}
