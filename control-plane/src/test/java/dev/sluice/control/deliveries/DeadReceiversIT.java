package dev.sluice.control.deliveries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Receivers that take a connection and never answer, beside one that does. */
class DeadReceiversIT extends ControlPlaneTest {
    /** Their months end before the living one's, so that all of them are due first. */
    private static final int DEAD_TENANTS = 3;

    private static final List<String> DEAD_PATHS = List.of("a", "b", "c", "d");

    @Autowired private DeliveryRounds rounds;

    private final String mark = UUID.randomUUID().toString();
    private final AtomicInteger received = new AtomicInteger();
    private ServerSocket dead;
    private HttpServer alive;

    @BeforeEach
    void start() throws IOException {
        CleanConfig.reset(database);
        database.sql("DELETE FROM report_delivery_try").update();
        database.sql("DELETE FROM report_delivery").update();
        dead = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        alive = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        alive.createContext(
                "/",
                exchange -> {
                    received.incrementAndGet();
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        alive.start();
    }

    @AfterEach
    void stop() throws IOException {
        alive.stop(0);
        dead.close();
    }

    @Test
    void keepNobodyElseWaiting() throws Exception {
        publish();
        // Whatever day it is, the tenants were there in the month before.
        var later = YearMonth.now(ZoneOffset.UTC).plusMonths(2).atDay(2).atStartOfDay();
        var clock = Clock.fixed(later.toInstant(ZoneOffset.UTC), ZoneOffset.UTC);
        var round = Thread.ofVirtual().start(() -> round(clock).run());

        await().atMost(Duration.ofSeconds(20)).until(() -> received.get() == 1);

        assertThat(count("SELECT count(*) FROM report_delivery_try WHERE fault IS NOT NULL"))
                .isZero();
        await().untilAsserted(() -> assertThat(held()).isEqualTo(4));
        assertThat(
                        count(
                                """
                                SELECT max(n) FROM (SELECT count(*) AS n FROM report_delivery
                                                    WHERE held_until IS NOT NULL GROUP BY tenant) t
                                """))
                .isEqualTo(2);
        dead.close();
        round.join(Duration.ofSeconds(30));
        assertThat(round.isAlive()).isFalse();
        assertThat(held()).isZero();
        assertThat(
                        count(
                                "SELECT count(*) FROM report_delivery WHERE state = 'waiting' AND tries = 1"))
                .isEqualTo(DEAD_PATHS.size() * DEAD_TENANTS);
    }

    private int held() {
        return count("SELECT count(*) FROM report_delivery WHERE held_until IS NOT NULL");
    }

    private int count(String sql) {
        return database.sql(sql).query(Integer.class).single();
    }

    private void publish() {
        var tenants =
                IntStream.range(0, DEAD_TENANTS)
                        .mapToObj(i ->
                                tenant("dead-" + i + mark, "Asia/Tokyo")
                                        + DEAD_PATHS.stream()
                                                .map(it -> recipient(dead.getLocalPort(), it))
                                                .collect(Collectors.joining()))
                        .collect(Collectors.joining());
        var living = "living-" + mark;
        var file =
                "apiVersion: sluice/v1\ntenants:\n"
                        + tenants
                        + tenant(living, "UTC")
                        + recipient(alive.getAddress().getPort(), "a");
        Sample.expect(admin().apply(file), 200);
        IntStream.range(0, DEAD_TENANTS).forEach(i -> secret("dead-" + i + mark));
        secret(living);
    }

    private static String tenant(String name, String zone) {
        return "  - name: %s\n    timeZone: %s\n    reports:\n      recipients:\n"
                .formatted(name, zone);
    }

    private static String recipient(int port, String path) {
        return "        - {webhook: \"http://127.0.0.1:%d/%s\", secret: finance}\n"
                .formatted(port, path);
    }

    private void secret(String tenant) {
        var path = "/api/v1/reports/secrets/finance?tenant=" + tenant;
        Sample.expect(admin().put(path, Map.of()), 200);
    }

    private Runnable round(Clock clock) {
        var smtp = new DeliverySettings.Smtp("", 0, "", "", "sluice@x.example", false);
        var settings =
                new DeliverySettings(
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(60),
                        Duration.ofMinutes(1),
                        3,
                        true,
                        smtp);
        return rounds.round(clock, settings);
    }
}
