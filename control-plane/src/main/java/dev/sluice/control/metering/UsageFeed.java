package dev.sluice.control.metering;

import dev.sluice.control.ledger.Ledger;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.springframework.context.SmartLifecycle;

/** The threads that feed the ledger; Kafka spreads the partitions over them and over processes. */
public final class UsageFeed implements SmartLifecycle {
    private static final long STOP_MS = 5_000;
    private static final int REACH_MS = 3_000;

    /**
     * Where the feed reads.
     *
     * @param group consumers that share the topic's partitions
     * @param consumers threads in this process
     */
    public record Source(String bootstrapServers, String topic, String group, int consumers) {}

    private final Source source;
    private final Ledger ledger;
    private final Rater rater;
    private final FeedMetrics metrics;
    private final InstantSource clock;
    private final List<UsageConsumer> consumers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running;

    public UsageFeed(
            Source source, Ledger ledger, Rater rater, FeedMetrics metrics, InstantSource clock) {
        this.source = source;
        this.ledger = ledger;
        this.rater = rater;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Override
    public synchronized void start() {
        for (int i = 0; i < source.consumers(); i++) {
            var topicIds =
                    new TopicIds(
                            Admin.create(Map.of("bootstrap.servers", source.bootstrapServers())));
            var consumer =
                    new UsageConsumer(
                            new KafkaConsumer<>(
                                    UsageConsumer.settings(
                                            source.bootstrapServers(), source.group())),
                            ledger,
                            topicIds,
                            rater,
                            metrics,
                            clock,
                            source.topic());
            consumers.add(consumer);
            threads.add(
                    Thread.ofPlatform()
                            .name("usage-feed-" + i)
                            .start(() -> {
                                try (topicIds) {
                                    consumer.run();
                                }
                            }));
        }
        running = true;
    }

    /** Whether everything that was on Kafka a moment ago is booked, as far as it is read here. */
    public synchronized boolean hasCaughtUp() {
        return running && consumers.stream().allMatch(UsageConsumer::hasCaughtUp);
    }

    /** A consumer does not notice a broker that is away: it only hears nothing. */
    public boolean reachesKafka() {
        var settings =
                Map.<String, Object>of(
                        "bootstrap.servers", source.bootstrapServers(),
                        "default.api.timeout.ms", REACH_MS,
                        "request.timeout.ms", REACH_MS);
        try (var topicIds = new TopicIds(Admin.create(settings))) {
            topicIds.of(source.topic());
            return true;
        } catch (KafkaException away) {
            return false;
        }
    }

    @Override
    public synchronized void stop() {
        running = false;
        consumers.forEach(UsageConsumer::stop);
        for (var thread : threads) {
            try {
                thread.join(STOP_MS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        consumers.clear();
        threads.clear();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
