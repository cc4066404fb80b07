package dev.sluice.control.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.security.Person;
import dev.sluice.control.security.Role;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

class OverviewIT extends ControlPlaneTest {
    /** Long enough ago to be in a step that is over, in one month and day only by chance. */
    private static final Duration AGO = Duration.ofMinutes(3);

    @Autowired private OverviewService overview;
    @Autowired private Ledger ledger;
    @Autowired private Clock clock;

    private final String tenant = "overview-" + UUID.randomUUID();

    @AfterEach
    void leave() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void countsCallsByHowTheyEnded() throws SQLException {
        book(tenant, UsageStatus.COMPLETED, 20);
        book(tenant, UsageStatus.COMPLETED, 40);
        book(tenant, UsageStatus.COMPLETED, 60);
        book(tenant, UsageStatus.FAILED, 999);
        book(tenant, UsageStatus.CANCELLED, 999);
        book(tenant, UsageStatus.REJECTED, 1);
        enter(tenant);

        var traffic = overview.traffic();

        assertThat(traffic.requests()).isEqualTo(5);
        assertThat(traffic.successful()).isEqualTo(3);
        assertThat(traffic.unsuccessful()).isEqualTo(1);
        assertThat(traffic.cancelled()).isEqualTo(1);
        assertThat(traffic.rejected()).isEqualTo(1);
        assertThat(traffic.successRate()).isEqualTo(0.75);
        assertThat(traffic.p50Ms()).isEqualTo(40);
        assertThat(traffic.p99Ms()).isEqualTo(60);
        assertThat(traffic.firstTokenP50Ms()).isEqualTo(5);
        assertThat(traffic.points()).hasSize(90);
        assertThat(traffic.points().stream().mapToLong(TrafficPoint::requests).sum()).isEqualTo(5);
    }

    @Test
    void hasNoSuccessRateWithoutCalls() {
        enter(tenant);

        var traffic = overview.traffic();

        assertThat(traffic.successRate()).isNull();
        assertThat(traffic.p50Ms()).isNull();
        assertThat(traffic.points()).hasSize(90).allMatch(point -> point.requests() == 0);
    }

    @Test
    void sumsTheMoneyOfOneTenantForItsPeople() throws SQLException {
        book(tenant, UsageStatus.COMPLETED, 20);
        book(tenant, UsageStatus.COMPLETED, 20);
        book("other-" + tenant, UsageStatus.COMPLETED, 20);
        enter(tenant);

        var spend = overview.spend(ZoneOffset.UTC);

        var twoCalls = new Money(14);
        assertThat(spend.currency()).isEqualTo("USD");
        assertThat(spend.hours()).hasSize(24);
        assertThat(spend.hours().stream().map(Spend.Hour::cost).reduce(Money.ZERO, Money::plus))
                .isEqualTo(twoCalls);
        // Three minutes ago was perhaps yesterday, or last month.
        assertThat(spend.today()).isIn(Money.ZERO, twoCalls);
        assertThat(spend.thisMonth()).isIn(Money.ZERO, twoCalls);
        assertThat(spend.topApps())
                .allSatisfy(share -> assertThat(share.name()).isEqualTo(tenant + "/checkout-bot"));
        assertThat(spend.topModels()).allMatch(share -> share.requests() == 2);
    }

    @Test
    void isNotForStrangers() {
        assertThatThrownBy(() -> overview.traffic())
                .isInstanceOf(AuthenticationCredentialsNotFoundException.class);
    }

    private void enter(String bound) {
        var person = new Person(UUID.randomUUID(), "mia", Set.of(Role.MEMBER), bound, "", true);
        SecurityContextHolder.getContext()
                .setAuthentication(
                        UsernamePasswordAuthenticationToken.authenticated(
                                person, null, person.getAuthorities()));
    }

    private void book(String of, UsageStatus status, long totalMs) throws SQLException {
        var id = Uuid7.at(clock.instant().minus(AGO).toEpochMilli());
        var cost = status == UsageStatus.COMPLETED ? 7 : 0;
        var call = Calls.with(Calls.call(id, status, cost, 5, 1), "tenant", of);
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(call, "totalMs", totalMs)))));
    }
}
