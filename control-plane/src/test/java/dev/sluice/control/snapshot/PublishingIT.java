package dev.sluice.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Topic;
import dev.sluice.model.Topics;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.ConfigPart;
import dev.sluice.model.snapshot.SnapshotHead;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PublishingIT extends ControlPlaneTest {
    private static final String FILE =
            """
            apiVersion: sluice/v1
            upstreams:
              - name: local
                provider: vllm
                baseUrl: http://127.0.0.1:9/v1
                secrets: [{name: main, value: secret-of-local}]
                headers: {x-b: two, x-a: one, x-c: three}
            models:
              - {name: m, upstream: local}
            aliases:
              - {name: chat, targets: [{model: m, weight: 70}]}
            tenants:
              - name: one
                apps:
                  - name: bot
                    aliases: [chat]
                    keys: [{name: prod}]
              - name: two
            """;

    @BeforeEach
    void nothingPublished() {
        CleanConfig.reset(database);
    }

    @Test
    void sendsAHeadAndAllItsParts() {
        try (var heads = new Topic(Topics.CONFIG_HEADS);
                var parts = new Topic(Topics.CONFIG_PARTS)) {
            admin().apply(FILE);

            var head = awaitHead(heads, 1);
            assertThat(head.parts()).hasSize(4);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> parts.read().keySet().containsAll(head.parts()));
            var read = head.parts().stream().map(hash -> part(parts.read().get(hash))).toList();
            assertThat(read)
                    .hasExactlyElementsOfTypes(
                            ConfigPart.Catalogue.class,
                            ConfigPart.KeysPart.class,
                            ConfigPart.TenantPart.class,
                            ConfigPart.TenantPart.class);
            var catalogue = (ConfigPart.Catalogue) read.getFirst();
            var secret = catalogue.upstreams().getFirst().secrets().getFirst();
            assertThat(secret.sealed()).isNotBlank();
            assertThat(secret.value()).isNull();
            var keys = (ConfigPart.KeysPart) read.get(1);
            assertThat(keys.keys().getFirst().path().text()).isEqualTo("one/bot/prod");
        }
    }

    @Test
    void sendsOnlyWhatChanged() {
        try (var heads = new Topic(Topics.CONFIG_HEADS);
                var parts = new Topic(Topics.CONFIG_PARTS)) {
            admin().apply(FILE);
            var first = awaitHead(heads, 1);
            await().until(() -> parts.read().keySet().containsAll(first.parts()));
            var before = parts.records();

            admin().apply(FILE.replace("weight: 70", "weight: 80"));

            var second = awaitHead(heads, 2);
            await().until(() -> parts.read().keySet().containsAll(second.parts()));
            assertThat(parts.records() - before).isEqualTo(1);
            assertThat(second.parts()).containsAll(first.parts().subList(1, 4));
        }
    }

    @Test
    void isInKafkaSoonAfterTheCommit() {
        try (var heads = new Topic(Topics.CONFIG_HEADS)) {
            admin().apply(FILE);
            awaitHead(heads, 1);
            for (var weight : List.of(71, 72, 73, 74, 75)) {
                var answer = admin().apply(FILE.replace("weight: 70", "weight: " + weight));
                assertThat(answer.status()).isEqualTo(200);
                var version = answer.json().path("version").asLong();
                // The relay is woken by the commit: an outbox that is looked at now and then alone
                // would take up to a second each time.
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(5))
                        .atMost(Duration.ofMillis(700))
                        .until(() -> heads.read().containsKey(Long.toString(version)));
            }
        }
    }

    private static SnapshotHead awaitHead(Topic heads, long version) {
        var key = Long.toString(version);
        await().atMost(Duration.ofSeconds(10)).until(() -> heads.read().containsKey(key));
        return SluiceJson.mapper().readValue(heads.read().get(key), SnapshotHead.class);
    }

    private static ConfigPart part(byte[] json) {
        return SluiceJson.mapper().readValue(json, ConfigPart.class);
    }
}
