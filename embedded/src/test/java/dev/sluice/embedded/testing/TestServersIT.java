package dev.sluice.embedded.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** What the other modules' tests stand on. */
class TestServersIT {
    @Test
    void givesOneDatabasePerJvmAndNewOnesOnDemand() throws Exception {
        var shared = TestServers.postgres();
        var fresh = TestServers.newDatabase();

        assertThat(TestServers.postgres()).isEqualTo(shared);
        assertThat(fresh.jdbcUrl()).isNotEqualTo(shared.jdbcUrl());
        try (var connection =
                DriverManager.getConnection(fresh.jdbcUrl(), fresh.user(), fresh.password())) {
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @Test
    void givesARedisDatabaseOfItsOwn() {
        var redis = TestServers.redis();

        assertThat(TestServers.redis()).isEqualTo(redis);
        assertThat(redis.database()).isPositive();
        assertThat(
                        RedisCalls.all(
                                redis.host(), redis.port(), "SELECT " + redis.database(), "DBSIZE"))
                .containsExactly("+OK", ":0");
    }

    @Test
    void givesAKafkaWithoutTopics() throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", TestServers.kafka()))) {
            assertThat(admin.listTopics().names().get(30, TimeUnit.SECONDS)).isEmpty();
        }
    }
}
