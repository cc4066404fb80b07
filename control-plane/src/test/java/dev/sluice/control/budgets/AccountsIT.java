package dev.sluice.control.budgets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

class AccountsIT extends ControlPlaneTest {
    private final String tenant = "accounts-" + UUID.randomUUID();

    @Autowired private Ledger ledger;
    @Autowired private SharedStore store;

    @BeforeEach
    void publish() {
        CleanConfig.reset(database);
        Sample.publish(admin(), tenant, "neighbour");
    }

    @Test
    void showsWhatIsHeldBesideTheBalance() throws SQLException {
        var began = Instant.parse("2024-06-10T00:00:00Z");
        var call = Calls.call(Uuid7.at(began.toEpochMilli()), UsageStatus.COMPLETED, 700, 5, 1);
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(call, "tenant", tenant)))));
        var path = new KeyPath(tenant, "bot", "prod", null);
        var budget = RedisKeys.budget(tenant, tenant, "money:month", began);
        var reservations = new Reservations(store);
        var facts = Reservations.facts(path, began, "m");
        var first = Uuid7.next(Clock.systemUTC());
        reservations.holdFor(60_000, first, path, budget, 500, 0, facts);
        reservations.holdFor(60_000, Uuid7.next(Clock.systemUTC()), path, budget, 80, 0, facts);

        assertThat(lines(accounts(tenant)))
                .containsExactly(
                        "tenant_receivable 0.0000007 0.00000058", "usage_revenue -0.0000007 null");

        reservations.settle(first, tenant, 90, 26);
        assertThat(lines(accounts(tenant))).contains("tenant_receivable 0.0000007 0.00000008");
    }

    @Test
    void showsAHoldBeforeAnythingIsBooked() {
        var now = Instant.now();
        var path = new KeyPath(tenant, "bot", "prod", null);
        new Reservations(store)
                .holdFor(
                        60_000,
                        Uuid7.next(Clock.systemUTC()),
                        path,
                        RedisKeys.budget(tenant, tenant, "money:month", now),
                        500,
                        0,
                        Reservations.facts(path, now, "m"));

        assertThat(lines(accounts(tenant))).containsExactly("tenant_receivable 0.00 0.0000005");
        assertThat(lines(admin().get("/api/v1/accounts").json()))
                .contains("tenant_receivable 0.00 0.0000005");
    }

    @Test
    void showsATenantItsOwnAccountsAlone() throws SQLException {
        var call =
                Calls.call(
                        Uuid7.at(Instant.parse("2024-06-10T00:00:00Z").toEpochMilli()),
                        UsageStatus.COMPLETED,
                        700,
                        5,
                        1);
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(call, "tenant", tenant)))));
        var own = token(Map.of("name", "own", "roles", List.of("finance"), "tenant", tenant));
        var other =
                token(Map.of("name", "other", "roles", List.of("finance"), "tenant", "neighbour"));

        assertThat(lines(own.get("/api/v1/accounts").json()))
                .containsExactly(
                        "tenant_receivable 0.0000007 0.00", "usage_revenue -0.0000007 null");
        assertThat(other.get("/api/v1/accounts?tenant=" + tenant).json().path("items")).isEmpty();
        var all = admin().get("/api/v1/accounts").text();
        assertThat(all).contains("provider_payable");
        assertThat(admin().get("/api/v1/accounts?tenant=nobody").status()).isEqualTo(400);
    }

    private JsonNode accounts(String of) {
        return admin().get("/api/v1/accounts?tenant=" + of).json();
    }

    private static List<String> lines(JsonNode accounts) {
        return accounts.path("items")
                .valueStream()
                .map(it ->
                        "%s %s %s"
                                .formatted(
                                        it.path("account").asString(),
                                        it.path("balance").asString(),
                                        it.path("held").isNull()
                                                ? "null"
                                                : it.path("held").asString()))
                .toList();
    }
}
