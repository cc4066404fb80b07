package dev.sluice.control.testing;

import dev.sluice.embedded.testing.TestServers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A compacted topic as a node sees it: the newest value of every key, oldest first, from now on.
 */
public final class Topic implements AutoCloseable {
    private final KafkaConsumer<String, byte[]> consumer;
    private final Map<String, byte[]> values = new LinkedHashMap<>();
    private int records;

    public Topic(String name) {
        consumer =
                new KafkaConsumer<>(
                        Map.of("bootstrap.servers", TestServers.kafka()),
                        new StringDeserializer(),
                        new ByteArrayDeserializer());
        var partition = new TopicPartition(name, 0);
        consumer.assign(List.of(partition));
        consumer.seekToEnd(List.of(partition));
        consumer.position(partition);
    }

    /** Reads what came in since, and gives all. */
    public Map<String, byte[]> read() {
        for (var record : consumer.poll(Duration.ofMillis(20))) {
            values.remove(record.key());
            values.put(record.key(), record.value());
            records++;
        }
        return values;
    }

    /** How many records were read so far. */
    public int records() {
        return records;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
