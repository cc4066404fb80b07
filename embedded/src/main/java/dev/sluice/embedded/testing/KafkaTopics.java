package dev.sluice.embedded.testing;

import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;

/** Topics of a Kafka that several JVMs use in turn; the one class that needs kafka-clients. */
final class KafkaTopics {
    private static final int TIMEOUT_S = 30;

    private KafkaTopics() {}

    /** Removes what an earlier JVM left; returns the servers again. */
    static String removeAll(String bootstrapServers) {
        var settings = new Properties();
        settings.setProperty("bootstrap.servers", bootstrapServers);
        try (var admin = Admin.create(settings)) {
            var topics = admin.listTopics().names().get(TIMEOUT_S, TimeUnit.SECONDS);
            admin.deleteTopics(topics).all().get(TIMEOUT_S, TimeUnit.SECONDS);
            return bootstrapServers;
        } catch (ExecutionException | TimeoutException failure) {
            throw new IllegalStateException(
                    "Kafka at %s does not answer".formatted(bootstrapServers), failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
