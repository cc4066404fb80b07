package dev.sluice.control.budgets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.security.Person;
import dev.sluice.control.security.Role;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** Budgets while Redis is away, and what people of one tenant see of another. */
class LedgerBudgetsIT extends ControlPlaneTest {
    private static final String FILE =
            """
            apiVersion: sluice/v1
            tenants:
              - {name: mine, budgets: [{amount: "5", window: month}]}
              - {name: foreign, budgets: [{amount: "5", window: month}]}
            """;

    @Autowired private Ledger ledger;
    @Autowired private BudgetCatalogue catalogue;
    @Autowired private Spend spend;
    @Autowired private Outlook outlook;
    @Autowired private AccessGuard guard;

    @BeforeEach
    void publish() {
        CleanConfig.reset(database);
        assertThat(admin().apply(FILE).status()).isEqualTo(200);
    }

    @AfterEach
    void leave() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void showsTheLedgersFigureWhileRedisIsAway() throws SQLException {
        var event = Calls.call(Uuid7.next(Clock.systemUTC()), UsageStatus.COMPLETED, 70, 5, 1);
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(event, "tenant", "mine")))));
        enterAs(null);
        try (var nobody = new SharedStore("redis://127.0.0.1:1")) {
            var items = budgets(nobody).find("mine", null, null);

            assertThat(items).hasSize(1);
            assertThat(items.getFirst().spent()).isEqualTo(new Money(70));
            assertThat(items.getFirst().source()).isEqualTo("ledger");
        }
    }

    @Test
    void showsPeopleOfATenantOnlyItsOwnBudgets() {
        enterAs("mine");
        try (var nobody = new SharedStore("redis://127.0.0.1:1")) {
            assertThat(budgets(nobody).find(null, null, null))
                    .extracting(BudgetItem::tenant)
                    .containsExactly("mine");
            assertThat(budgets(nobody).find("foreign", null, null)).isEmpty();
        }
    }

    private BudgetService budgets(SharedStore store) {
        return new BudgetService(catalogue, store, spend, outlook, guard, Clock.systemUTC());
    }

    private static void enterAs(@Nullable String tenant) {
        var person = new Person(UUID.randomUUID(), "p", Set.of(Role.FINANCE), tenant, "", true);
        SecurityContextHolder.getContext()
                .setAuthentication(
                        UsernamePasswordAuthenticationToken.authenticated(
                                person, null, person.getAuthorities()));
    }
}
