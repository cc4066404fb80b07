package dev.sluice.system.client;

import dev.sluice.model.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Usage events that come again, as after a broken shipment: in any order, on any partition. */
public final class UsageReplay {
    private static final long SEED = 20_261_130;

    private UsageReplay() {}

    /** Sends everything that the topic holds once more, shuffled; returns how much that was. */
    public static int twice(int kafkaPort) throws ExecutionException, InterruptedException {
        String servers = "127.0.0.1:" + kafkaPort;
        List<ConsumerRecord<String, byte[]>> records = everything(servers);
        Random random = new Random(SEED);
        Collections.shuffle(records, random);
        try (var producer =
                new KafkaProducer<>(
                        Map.<String, Object>of("bootstrap.servers", servers, "acks", "all"),
                        new StringSerializer(),
                        new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (ConsumerRecord<String, byte[]> record : records) {
                int partition = random.nextInt(Topics.USAGE_PARTITIONS);
                sent.add(
                        producer.send(
                                new ProducerRecord<>(
                                        Topics.USAGE, partition, record.key(), record.value())));
            }
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
        }
        return records.size();
    }

    private static List<ConsumerRecord<String, byte[]>> everything(String servers) {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (var consumer =
                new KafkaConsumer<>(
                        Map.<String, Object>of("bootstrap.servers", servers),
                        new StringDeserializer(),
                        new ByteArrayDeserializer())) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(Topics.USAGE).stream()
                            .map(it -> new TopicPartition(it.topic(), it.partition()))
                            .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (partitions.stream().anyMatch(it -> consumer.position(it) < ends.get(it))) {
                consumer.poll(Duration.ofMillis(500)).forEach(records::add);
            }
        }
        return records;
    }
}
