package dev.sluice.control.metering;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * Kafka's own id of a topic. Offsets of a topic that was made anew mean nothing for the old one,
 * and the name alone does not tell.
 */
final class TopicIds implements AutoCloseable {
    private final Admin admin;
    private final Map<String, String> known = new ConcurrentHashMap<>();

    TopicIds(Admin admin) {
        this.admin = admin;
    }

    /** Fails with a {@link KafkaException} while Kafka or the topic is away. */
    String of(String topic) {
        var cached = known.get(topic);
        if (cached != null) {
            return cached;
        }
        try {
            var descriptions =
                    admin.describeTopics(List.of(topic)).allTopicNames().get(10, TimeUnit.SECONDS);
            var id = Objects.requireNonNull(descriptions.get(topic)).topicId().toString();
            known.put(topic, id);
            return id;
        } catch (ExecutionException | TimeoutException away) {
            throw new KafkaException("topic " + topic + " cannot be described", away);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new KafkaException(interrupted);
        }
    }

    /** After a failure the topic may be another one. */
    void forget() {
        known.clear();
    }

    @Override
    public void close() {
        admin.close();
    }
}
