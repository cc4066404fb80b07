package dev.sluice.control.budgets.warning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.quota.BudgetWindow;
import dev.sluice.model.quota.RedisKeys;
import io.lettuce.core.RedisClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** Budgets that come near their end warn once at each level, whatever happens to their limit. */
class BudgetWarningsIT extends ControlPlaneTest {
    private static final String FILE =
            """
            apiVersion: sluice/v1
            tenants:
              - name: nearly
                budgets: [{amount: "10.00", window: month}]
                apps: [{name: bot, budgets: [{tokens: 50, window: day, mode: soft}]}]
              - {name: never, budgets: [{amount: "10.00", window: month}]}
            """;

    private static final long DOLLAR = 1_000_000_000;

    @Autowired private WarningWriter writer;

    private final RedisClient redis = RedisClient.create(TestServers.redis().uri());
    private final Instant now = Instant.now(Clock.systemUTC());
    private final String month = key("nearly", "money:month", BudgetWindow.MONTH);
    private final String day = key("nearly/bot", "tokens:day", BudgetWindow.DAY);

    private String key(String scope, String budget, BudgetWindow window) {
        return RedisKeys.budget("nearly", scope, budget, window.startOf(now, ZoneOffset.UTC));
    }

    @BeforeEach
    void publish() {
        CleanConfig.reset(database);
        database.sql("DELETE FROM budget_warning").update();
        database.sql("DELETE FROM alert").update();
        apply(FILE);
        spend(month, 0);
        spend(day, 0);
    }

    @AfterEach
    void clean() {
        try (var connection = redis.connect()) {
            connection.sync().del(month, day);
        }
        redis.shutdown();
    }

    private void apply(String file) {
        var answer = admin().apply(file);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private void spend(String key, long amount) {
        try (var connection = redis.connect()) {
            connection.sync().hset(key, "spent", Long.toString(amount));
        }
    }

    private List<JsonNode> warnings(String query) {
        return admin().get("/api/v1/budgets/warnings" + query)
                .json()
                .path("items")
                .valueStream()
                .toList();
    }

    private List<String> alerts() {
        return admin().get("/api/v1/alerts?tenant=nearly&kind=budget")
                .json()
                .path("items")
                .valueStream()
                .map(it -> it.path("text").asString())
                .toList();
    }

    private JsonNode item() {
        return admin().get("/api/v1/budgets?tenant=nearly")
                .json()
                .path("items")
                .valueStream()
                .filter(it -> it.path("scope").asString().equals("tenant"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void warnsAtEightyAndAtAHundredPercentOnceInAWindow() {
        spend(month, 8 * DOLLAR - 1);
        writer.look();
        assertThat(warnings("?tenant=nearly")).isEmpty();
        assertThat(admin().get("/api/v1/budgets/warnings?tenant=neraly").status()).isEqualTo(400);

        spend(month, 8 * DOLLAR);
        await().atMost(Duration.ofSeconds(20)).until(() -> warnings("?tenant=nearly").size() == 1);
        var first = warnings("?tenant=nearly").getFirst();
        assertThat(first.path("level").asInt()).isEqualTo(80);
        assertThat(first.path("limit").asString()).isEqualTo("10.00");
        assertThat(first.path("spent").asString()).isEqualTo("8.00");
        assertThat(first.path("app").isNull()).isTrue();
        assertThat(item().path("level").asInt()).isEqualTo(80);

        spend(month, 10 * DOLLAR);
        writer.look();
        writer.look();
        assertThat(warnings("?tenant=nearly"))
                .extracting(it -> it.path("level").asInt())
                .containsExactly(100, 80);
        assertThat(warnings("?tenant=never")).isEmpty();
        assertThat(alerts())
                .hasSize(2)
                .first(STRING)
                .startsWith("the budget of nearly for the month came to 100 percent")
                .contains(": 10.00 of 10.00 USD are spent, until ");
        assertThat(warnings("?open=true&limit=1")).hasSize(1);
        assertThat(admin().get("/api/v1/budgets/warnings?limit=0").status()).isEqualTo(400);
        assertThat(admin().get("/api/v1/budgets/warnings?opne=true").status()).isEqualTo(400);
    }

    @Test
    void aLimitThatChangesInItsWindowKeepsWhatWasSpentAndItsWarnings() {
        spend(month, 9 * DOLLAR);
        writer.look();
        assertThat(warnings("?tenant=nearly")).hasSize(1);

        apply(FILE.replaceFirst("10.00", "20.00"));

        assertThat(item().path("spent").asString()).isEqualTo("9.00");
        assertThat(item().path("limit").asString()).isEqualTo("20.00");
        assertThat(item().path("level").asInt()).isZero();
        spend(month, 17 * DOLLAR);
        writer.look();
        assertThat(warnings("?tenant=nearly")).hasSize(1);
        apply(FILE.replaceFirst("10.00", "17.00"));
        writer.look();
        assertThat(warnings("?tenant=nearly"))
                .extracting(it -> it.path("limit").asString())
                .containsExactly("17.00", "10.00");
    }

    @Test
    void watchedTokensWarnToo() {
        spend(day, 49);
        writer.look();
        var warning = warnings("?tenant=nearly").getFirst();
        assertThat(warning.path("app").asString()).isEqualTo("bot");
        assertThat(warning.path("unit").asString()).isEqualTo("tokens");
        assertThat(warning.path("spent").asLong()).isEqualTo(49);
        assertThat(warning.path("currency").isNull()).isTrue();
    }
}
