package dev.sluice.control.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

class PoolReportsIT extends ControlPlaneTest {
    private static final Instant JUNE = Instant.parse("2024-06-10T00:00:00Z");

    private final String pool = "pool-" + UUID.randomUUID();

    @Autowired private Ledger ledger;

    @BeforeEach
    void clean() {
        CleanConfig.reset(database);
    }

    private void publish(String gpuHour) {
        Sample.expect(
                admin().apply(
                                """
                                apiVersion: sluice/v1
                                currency: USD
                                upstreams:
                                  - {name: "%s", provider: vllm, baseUrl: "http://127.0.0.1:1/v1"%s}
                                tenants: [{name: one}]
                                """
                                        .formatted(pool, gpuHour)),
                200);
    }

    @Test
    void sharesTheWholeCostOfTheMonthByWeightedTokens() throws SQLException {
        publish(", gpuHour: {amount: 1.37, gpus: 8, tokensPerHour: 1000}");
        book("a", "bot", new TokenUsage(100, 40, 0, 0, 10, 0, 0, 0), 7);
        book("a", "other", TokenUsage.of(1, 0), 0);
        book("b", "bot", TokenUsage.of(0, 25), 5);

        var found = pool("2024-06");

        // 30 days × 24 hours × 8 GPUs × 1.37; weights 60 + 4 + 40, 1, and 100.
        assertThat(found.path("cost").asString()).isEqualTo("7891.20");
        assertThat(found.path("gpuHours").decimalValue()).isEqualByComparingTo("5760");
        assertThat(found.path("weightedTokens").decimalValue()).isEqualByComparingTo("205");
        assertThat(found.path("listValue").asString()).isEqualTo("0.000000012");
        assertThat(found.path("capacity").decimalValue()).isEqualByComparingTo("720000");
        assertThat(found.path("idlePercent").decimalValue()).isEqualByComparingTo("99.97");
        assertThat(found.path("shares").valueStream())
                .extracting(it ->
                        it.path("tenant").asString()
                                + "/"
                                + it.path("app").asString()
                                + " "
                                + it.path("cost").asString())
                .containsExactly(
                        "a/bot 4003.340487805", "a/other 38.493658537", "b/bot 3849.365853658");
        var sum =
                found.path("shares")
                        .valueStream()
                        .map(it -> Money.parse(it.path("cost").asString()))
                        .reduce(Money.ZERO, Money::plus);
        assertThat(sum).isEqualTo(Money.parse("7891.20"));
        var csv = admin().get("/api/v1/reports/pools?month=2024-06&format=csv").text();
        assertThat(csv)
                .contains("2024-06," + pool + ",a,bot,1,104,4003.340487805,0.000000007,USD\r\n");
    }

    @Test
    void whatNobodyUsedIsUnallocated() {
        publish(", gpuHour: {amount: 2, gpus: 1}");

        var found = pool("2024-02");

        assertThat(found.path("cost").asString()).isEqualTo("1392.00");
        assertThat(found.path("unallocated").asString()).isEqualTo("1392.00");
        assertThat(found.path("shares")).isEmpty();
        assertThat(found.has("idlePercent") && !found.path("idlePercent").isNull()).isFalse();
    }

    @Test
    void aPriceCountsFromItsPublicationAndTheFirstForTheTimeBefore() {
        publish(", gpuHour: {amount: 1, gpus: 1}");
        publish(", gpuHour: {amount: 3, gpus: 2}");
        publish("");
        // As if the second was published in mid-June and the pool was given up at its end.
        database.sql(
                        """
                        UPDATE config_version SET published_at = CASE version
                            WHEN (SELECT min(version) FROM config_version)
                                THEN timestamptz '2024-06-05T00:00:00Z'
                            WHEN (SELECT max(version) FROM config_version)
                                THEN timestamptz '2024-06-26T00:00:00Z'
                            ELSE timestamptz '2024-06-16T00:00:00Z' END
                        """)
                .update();

        // 15 days at 1 and 10 days at 2 × 3.
        assertThat(pool("2024-06").path("cost").asString()).isEqualTo("1800.00");
        assertThat(pool("2024-05").path("cost").asString()).isEqualTo("744.00");
        assertThat(pools("2024-07").toString()).doesNotContain(pool);
    }

    @Test
    void isForThePlatformAndForMonthsThatHaveBegun() {
        publish("");
        var bound = token(Map.of("name", "own", "roles", List.of("finance"), "tenant", "one"));

        assertThat(bound.get("/api/v1/reports/pools?month=2024-06").status()).isEqualTo(403);
        assertThat(admin().get("/api/v1/reports/pools?month=2999-01").status()).isEqualTo(400);
        assertThat(admin().get("/api/v1/reports/pools?month=2024-06&format=pdf").text())
                .contains("json, csv");
    }

    private JsonNode pools(String month) {
        return Sample.expect(admin().get("/api/v1/reports/pools?month=" + month), 200)
                .json()
                .path("pools");
    }

    private JsonNode pool(String month) {
        return pools(month)
                .valueStream()
                .filter(it -> it.path("upstream").asString().equals(pool))
                .findFirst()
                .orElseThrow();
    }

    private void book(String tenant, String app, TokenUsage tokens, long nanos)
            throws SQLException {
        var call = Calls.call(Uuid7.at(JUNE.toEpochMilli()), UsageStatus.COMPLETED, nanos, 0, 0);
        call = Calls.with(call, "upstream", pool);
        call = Calls.with(call, "tenant", tenant);
        call = Calls.with(call, "app", app);
        call = Calls.with(call, "tokens", tokens);
        ledger.book(FeedStep.of(List.of(Calls.entry(call))));
    }
}
