package dev.sluice.control.budgets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.reports.Golden;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.quota.BudgetWindow;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.usage.UsageStatus;
import io.lettuce.core.RedisClient;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** Budgets as they stand, after calls, after a node's death and after Redis lost everything. */
class BudgetsOverRestIT extends ControlPlaneTest {
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final String FILE =
            """
            apiVersion: sluice/v1
            currency: USD
            upstreams:
              - {name: u1, provider: openai-compatible, baseUrl: "http://127.0.0.1:1/v1"}
            models:
              - {name: budgets-m1, upstream: u1,
                 prices: [{from: 2024-01-01T00:00:00Z, perMillion: {input: 2, output: 8}}]}
            aliases:
              - {name: chat, targets: [{model: budgets-m1}]}
            tenants:
              - name: acme
                timeZone: Asia/Shanghai
                budgets: [{amount: "500.00", window: month}]
                apps:
                  - name: bot
                    aliases: [chat]
                    budgets: [{tokens: 1000000, window: month, alias: chat, mode: soft}]
                    keys:
                      - {name: prod, subKeys: [{name: alice, budgets: [{amount: "5", window: month}]}]}
              - {name: other, budgets: [{amount: "1", window: month}]}
              - name: lossy
                budgets: [{amount: "500.00", window: month}]
                apps: [{name: bot, budgets: [{tokens: 9000, window: day}]}]
              - name: split
                budgets: [{amount: "100.00", window: month, split: weight}]
                apps:
                  - {name: large, weight: 3}
                  - name: small
                    budgets: [{tokens: 9000, window: day, split: equal}]
                    keys: [{name: a}, {name: b}, {name: c}]
            """;

    @Autowired private Ledger ledger;
    @Autowired private SharedStore store;
    @Autowired private DocumentStore documents;
    @Autowired private VersionStore versions;

    @BeforeEach
    void publish() {
        CleanConfig.reset(database);
        var answer = admin().apply(FILE);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void showsEverythingBeneathTheFilter() {
        loseEverything();
        awaitOpen("acme");

        var text = admin().get("/api/v1/budgets?tenant=acme").text();

        var now = Instant.now(Clock.systemUTC());
        Golden.assertJson(
                "budgets/budgets.json",
                text.replace(BudgetWindow.MONTH.startOf(now, SHANGHAI).toString(), "START")
                        .replace(BudgetWindow.MONTH.endOf(now, SHANGHAI).toString(), "END"));
        assertThat(admin().get("/api/v1/budgets?tenant=acme&app=bot").json().path("items"))
                .hasSize(2);
        assertThat(admin().get("/api/v1/budgets?tenant=acme&app=bot&key=prod").json().path("items"))
                .hasSize(1);
        assertThat(admin().get("/api/v1/budgets").json().path("items")).hasSize(13);
        assertThat(admin().get("/api/v1/budgets?tenant=none").json().path("items")).isEmpty();
        assertThat(admin().get("/api/v1/budgets?app=bot").status()).isEqualTo(400);
    }

    /** The whole, a part for each child, and those parts also where only one child is asked for. */
    @Test
    void showsTheChildrensPartsOfABudgetThatIsSplit() {
        var all = admin().get("/api/v1/budgets?tenant=split").json().path("items");
        assertThat(all)
                .extracting(item ->
                        "%s %s %s %s"
                                .formatted(
                                        item.path("app").asString("-"),
                                        item.path("key").asString("-"),
                                        item.path("split").asString(),
                                        item.path("limit").asString()))
                .containsExactly(
                        "- - weight 100.00",
                        "large - part 75.00",
                        "small - part 25.00",
                        "small - equal 9000",
                        "small a part 3000",
                        "small b part 3000",
                        "small c part 3000");
        var one = admin().get("/api/v1/budgets?tenant=split&app=small&key=b").json();
        assertThat(one.path("items"))
                .singleElement()
                .satisfies(item -> assertThat(item.path("limit").asLong()).isEqualTo(3000));
    }

    @Test
    void bringsCountersBackFromTheLedgerAfterRedisLostThem() throws SQLException {
        var before = spent("lossy");
        var event = Calls.call(Uuid7.next(Clock.systemUTC()), UsageStatus.COMPLETED, 70, 5, 1);
        event = Calls.with(event, "tenant", "lossy");
        event = Calls.with(event, "app", "bot");
        ledger.book(FeedStep.of(List.of(Calls.entry(event))));

        loseEverything();
        awaitOpen("lossy");

        assertThat(spent("lossy").subtract(before)).isEqualByComparingTo("0.00000007");
        assertThat(store.get(RedisKeys.epoch("lossy"))).isEqualTo(store.get(RedisKeys.EPOCH));
        var connection = RedisClient.create(TestServers.redis().uri()).connect();
        try (connection) {
            // A node that settles the call once more finds it closed.
            var record = RedisKeys.record("lossy", event.eventId());
            assertThat(connection.sync().hget(record, "state")).isEqualTo("settled");
        }
    }

    @Test
    void aBudgetThatIsNewOrHasAnotherWindowCountsWhatItsWindowHasSpent() throws SQLException {
        awaitOpen("other");
        var event = Calls.call(Uuid7.next(Clock.systemUTC()), UsageStatus.COMPLETED, 70, 5, 1);
        event = Calls.with(event, "tenant", "other");
        ledger.book(FeedStep.of(List.of(Calls.entry(event))));
        for (var window : List.of("week", "day")) {
            var budget = "{name: other, budgets: [{amount: \"1\", window: %s}]}";
            var file = FILE.replace(budget.formatted("month"), budget.formatted(window));
            assertThat(admin().apply(file).status()).isEqualTo(200);

            await().atMost(Duration.ofSeconds(30)).until(() -> spent("other").signum() > 0);
        }
    }

    @Test
    void sweepsWhatADeadNodeHeldAndBooksIt() {
        loseEverything();
        awaitOpen("other");
        var path = new KeyPath("other", "bot", "prod", null);
        var now = Instant.now(Clock.systemUTC());
        var id = Uuid7.at(now.toEpochMilli());
        var budget =
                RedisKeys.budget(
                        "other",
                        "other",
                        "money:month",
                        BudgetWindow.MONTH.startOf(now, ZoneId.of("UTC")));

        new Reservations(store)
                .hold(id, path, budget, 500, 120, Reservations.facts(path, now, "budgets-m1"));
        assertThat(held("other")).isEqualTo("0.0000005");

        var query = "/api/v1/usage/requests?tenant=other&status=abandoned&limit=1";
        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        admin().get(query)
                                .json()
                                .path("items")
                                .path(0)
                                .path("eventId")
                                .asString()
                                .equals(id.toString()));
        assertThat(held("other")).isEqualTo("0.00");
    }

    /** As after a backup came back: the version's number is one that was seen before. */
    @Test
    void knowsTheTenantsOfAnotherVersionWithTheSameNumber() {
        var catalogue = new BudgetCatalogue(documents, versions);
        assertThat(catalogue.tenants()).contains("other");

        CleanConfig.reset(database);
        var answer = admin().apply(FILE.replace("name: other", "name: restored"));

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(catalogue.tenants()).contains("restored").doesNotContain("other");
    }

    private void loseEverything() {
        try (var client = RedisClient.create(TestServers.redis().uri());
                var connection = client.connect()) {
            connection.sync().flushdb();
        }
    }

    private void awaitOpen(String tenant) {
        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        store.get(RedisKeys.EPOCH) != null
                                && store.get(RedisKeys.epoch(tenant)) != null);
    }

    private BigDecimal spent(String tenant) {
        return new BigDecimal(ofTenant(tenant).path("spent").asString());
    }

    private String held(String tenant) {
        return ofTenant(tenant).path("held").asString();
    }

    private JsonNode ofTenant(String tenant) {
        return admin().get("/api/v1/budgets?tenant=" + tenant)
                .json()
                .path("items")
                .valueStream()
                .filter(item -> item.path("scope").asString().equals("tenant"))
                .findFirst()
                .orElseThrow();
    }
}
