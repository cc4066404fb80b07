package dev.sluice.control.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.ledger.Books;
import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.embedded.EmbeddedKafkaServer;
import dev.sluice.embedded.EmbeddedPostgresServer;
import dev.sluice.embedded.Ports;
import dev.sluice.embedded.testing.TestPostgres;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.UsageStatus;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that really stop and come back while events go on arriving. */
class ServerOutageIT {
    private static final Duration CATCH_UP = Duration.ofSeconds(60);

    @TempDir private Path folder;

    private EmbeddedPostgresServer postgres;
    private EmbeddedKafkaServer kafka;

    @Test
    void losesAndDoublesNothingWhenPostgresAndThenKafkaStopAndReturn() throws Exception {
        int postgresPort = Ports.free();
        int kafkaPort = Ports.free();
        int controllerPort = Ports.free();
        var log = folder.resolve("kafka.log");
        postgres = EmbeddedPostgresServer.start(folder.resolve("postgres"), postgresPort);
        kafka = EmbeddedKafkaServer.start(folder.resolve("kafka"), kafkaPort, controllerPort, log);
        try (var topic = new UsageTopic(kafka.bootstrapServers())) {
            var books =
                    new Books(
                            new TestPostgres(
                                    postgres.jdbcUrl(), postgres.user(), postgres.password()));
            var feed = topic.feed(new Ledger(books.dataSource()), 1);
            feed.start();
            send(topic, 50);
            await().atMost(CATCH_UP).until(() -> rows(books) == 50);

            postgres.stop();
            send(topic, 50);
            await().until(() -> topic.meters.get("sluice.ledger.failing").gauge().value() == 1);
            postgres = EmbeddedPostgresServer.start(folder.resolve("postgres"), postgresPort);
            await().atMost(CATCH_UP).until(() -> rows(books) == 100);

            kafka.stop();
            kafka =
                    EmbeddedKafkaServer.start(
                            folder.resolve("kafka"), kafkaPort, controllerPort, log);
            send(topic, 50);
            await().atMost(CATCH_UP).until(() -> rows(books) == 150);
            feed.stop();

            assertThat(books.number("SELECT sum(cost_nanos) FROM usage_entry")).isEqualTo(1050);
            assertThat(books.number("SELECT sum(requests) FROM usage_day")).isEqualTo(150);
            assertThat(books.number("SELECT sum(amount_nanos) FROM ledger_posting")).isZero();
        } finally {
            kafka.stop();
            postgres.stop();
        }
    }

    private static void send(UsageTopic topic, int calls) throws Exception {
        for (int i = 0; i < calls; i++) {
            var id = Uuid7.next(Clock.systemUTC());
            topic.send(Calls.call(id, UsageStatus.COMPLETED, 7, 1, 1));
        }
    }

    private static long rows(Books books) {
        return books.number("SELECT count(*) FROM usage_entry");
    }
}
