package dev.sluice.control.budgets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.embedded.EmbeddedRedisServer;
import dev.sluice.embedded.Ports;
import dev.sluice.model.quota.RedisKeys;
import io.lettuce.core.RedisClient;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.PlatformTransactionManager;

/** A server that may lack what was written last begins a new epoch. */
class FailoverRebuildIT extends ControlPlaneTest {
    private static final String FILE =
            """
            apiVersion: sluice/v1
            tenants: [{name: moving, budgets: [{amount: "5", window: month}]}]
            """;

    @TempDir Path primaryDir;
    @TempDir Path replicaDir;

    @Autowired private BudgetCatalogue catalogue;
    @Autowired private Spend spend;
    @Autowired private RecentlyBooked recent;
    @Autowired private PlatformTransactionManager transactions;

    private CounterRebuild rebuild(SharedStore store) {
        return new CounterRebuild(store, catalogue, spend, recent, transactions, Clock.systemUTC());
    }

    @Test
    void aReplicaThatTookOverAndAServerThatWasRestartedAreRebuilt() throws Exception {
        CleanConfig.reset(database);
        assertThat(admin().apply(FILE).status()).isEqualTo(200);
        var primary = EmbeddedRedisServer.start(primaryDir, Ports.free());
        var replica = EmbeddedRedisServer.start(replicaDir, Ports.free());
        var port = replica.port();
        try (var first = new SharedStore(primary.uri());
                var second = new SharedStore(replica.uri());
                var client = RedisClient.create(replica.uri())) {
            assertThat(rebuild(first).isNeeded()).isTrue();
            rebuild(first).rebuildAll();
            assertThat(rebuild(first).isNeeded()).isFalse();
            var epoch = first.get(RedisKeys.EPOCH);
            client.connect().sync().replicaof("127.0.0.1", primary.port());
            await().until(() -> epoch.equals(second.get(RedisKeys.EPOCH)));

            new ProcessBuilder("kill", "-KILL", Long.toString(primary.pid())).start().waitFor();
            client.connect().sync().replicaofNoOne();

            assertThat(second.get(RedisKeys.EPOCH)).isEqualTo(epoch);
            assertThat(rebuild(second).isNeeded()).isTrue();
            rebuild(second).rebuildAll();
            assertThat(rebuild(second).isNeeded()).isFalse();
            assertThat(second.get(RedisKeys.EPOCH)).isNotNull().isNotEqualTo(epoch);
            assertThat(second.get(RedisKeys.epoch("moving")))
                    .isEqualTo(second.get(RedisKeys.EPOCH));
        } finally {
            primary.stop();
            replica.stop();
        }
        var again = EmbeddedRedisServer.start(replicaDir, port);
        try (var store = new SharedStore(again.uri())) {
            assertThat(store.get(RedisKeys.EPOCH)).isNotNull();
            assertThat(rebuild(store).isNeeded()).isTrue();
        } finally {
            again.stop();
        }
    }
}
