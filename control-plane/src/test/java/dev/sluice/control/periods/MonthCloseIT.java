package dev.sluice.control.periods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.ledger.Rollups;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Rest;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

class MonthCloseIT extends ControlPlaneTest {
    /** June in Shanghai begins at 16:00 of the last day of May in UTC. */
    private static final Instant BEFORE_JUNE = Instant.parse("2024-05-31T15:59:59.999Z");

    private static final Instant JUNE = Instant.parse("2024-05-31T16:00:00Z");
    private static final Instant JULY = Instant.parse("2024-06-30T16:00:00Z");

    private final String tenant = "close-" + UUID.randomUUID();

    @Autowired private Ledger ledger;
    @Autowired private Rollups rollups;
    @Autowired private MonthCloser closer;
    @Autowired private Periods periods;

    @BeforeEach
    void publish() {
        CleanConfig.reset(database);
        var answer =
                admin().apply(
                                """
                                apiVersion: sluice/v1
                                currency: USD
                                tenants: [{name: %s, timeZone: Asia/Shanghai}, {name: elsewhere}]
                                """
                                        .formatted(tenant));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void billsAMonthAndPutsWhatComesLateIntoTheNext() throws Exception {
        book(call(JUNE, 100), call(JULY.minusMillis(1), 20), call(JULY, 3));
        close("2024-06");
        var closed = statement("2024-06");

        book(call(JUNE.plusSeconds(5), 7_000), call(JULY.plusSeconds(5), 40));

        assertThat(statement("2024-06").text()).isEqualTo(closed.text());
        assertThat(amount(closed.json())).isEqualTo("0.00000012");
        assertThat(closed.json().path("closed").asBoolean()).isTrue();
        assertThat(closed.json().path("lines").path(0).path("requests").asInt()).isEqualTo(2);
        var july = statement("2024-07").json();
        assertThat(july.path("closed").asBoolean()).isFalse();
        assertThat(july.path("lines").path(0).path("cost").asString()).isEqualTo("0.000000043");
        var late = july.path("adjustments").path(0);
        assertThat(late.path("kind").asString()).isEqualTo("late-usage");
        assertThat(late.path("usedIn").asString()).isEqualTo("2024-06");
        assertThat(late.path("cost").asString()).isEqualTo("0.000007");
        assertThat(late.path("requests").asInt()).isEqualTo(1);
        assertThat(amount(july)).isEqualTo("0.000007043");
        assertThatPostingsAre("2024-06-01", 120);
        assertThatPostingsAre("2024-07-01", 7_043);
    }

    @Test
    void correctsAnAbandonedCallOfAClosedMonthInTheNext() throws Exception {
        var id = Uuid7.at(JUNE.toEpochMilli());
        book(of(Calls.call(id, JUNE, UsageStatus.ABANDONED, 30, 5, 10)));
        close("2024-06");

        book(of(Calls.call(id, JUNE, UsageStatus.COMPLETED, 54, 5, 18)));

        assertThat(amount(statement("2024-06").json())).isEqualTo("0.00000003");
        var late = statement("2024-07").json().path("adjustments").path(0);
        assertThat(late.path("requests").asInt()).isZero();
        assertThat(late.path("cost").asString()).isEqualTo("0.000000024");
        assertThat(late.path("tokens").path("output").asInt()).isEqualTo(8);
        assertThatPostingsAre("2024-07-01", 24);
        assertThatRebuildChangesNothing();
        close("2024-07");
        assertThat(amount(statement("2024-07").json())).isEqualTo("0.000000024");
    }

    @Test
    void keepsTheStatementToTheByte() throws Exception {
        book(call(JUNE, 100));

        var view = close("2024-06").json();
        var again = close("2024-06").json();

        var bytes = statement("2024-06").text().getBytes(StandardCharsets.UTF_8);
        var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        assertThat(view.path("sha256").asString()).isEqualTo(hash);
        assertThat(again).isEqualTo(view);
        var audited = admin().get("/api/v1/audit?kind=period&tenant=" + tenant).json();
        assertThat(audited.path("items")).hasSize(1);
        assertThat(audited.path("items").path(0).path("actor").asString()).isEqualTo("admin");
    }

    @Test
    void closesMonthsInTheirOrderAndOnlyThoseThatAreOver() throws Exception {
        book(call(BEFORE_JUNE, 1), call(JUNE, 2));

        var june = tryClose("2024-06");
        assertThat(june.status()).isEqualTo(409);
        assertThat(june.text()).contains("earlier_month_open", "2024-05");
        var running = tryClose("2999-01");
        assertThat(running.status()).isEqualTo(409);
        assertThat(running.text()).contains("month_not_over");
        close("2024-05");
        close("2024-06");
        var never = tryClose("2024-04");
        assertThat(never.status()).isEqualTo(409);
        assertThat(never.text()).contains("month_closed");
        assertThat(tryClose("June").status()).isEqualTo(400);
        assertThat(admin().send("POST", "/api/v1/periods/2024-06/close?tenant=nobody", null).text())
                .contains("there is no tenant 'nobody'");
    }

    @Test
    void closesByItselfWhatHasBeenOverForTheGrace() throws Exception {
        book(call(BEFORE_JUNE, 1), call(JUNE, 2));
        var due =
                closer.due(JULY.minusMillis(1)).stream()
                        .filter(it -> it.tenant().equals(tenant))
                        .toList();
        due.forEach(periods::closeDue);

        assertThat(due).extracting(MonthCloser.Due::month).containsExactly(YearMonth.of(2024, 5));
        var items = admin().get("/api/v1/periods?tenant=" + tenant).json().path("items");
        assertThat(items.valueStream().map(it -> it.path("state").asString()))
                .containsExactly("over", "closed");
        assertThat(items.path(1).path("closedBy").asString()).isEqualTo("system");
    }

    @Test
    void letsOnlyThoseWhoKeepTheBooksClose() throws Exception {
        book(call(JUNE, 1));
        var finance = token(Map.of("name", "fin", "roles", List.of("finance")));
        var bound = token(Map.of("name", "own", "roles", List.of("finance"), "tenant", tenant));
        var other =
                token(Map.of("name", "other", "roles", List.of("finance"), "tenant", "elsewhere"));
        var path = "/api/v1/periods/2024-06/close?tenant=" + tenant;

        assertThat(bound.send("POST", path, null).status()).isEqualTo(403);
        assertThat(bound.get("/api/v1/periods").json().path("items")).hasSize(1);
        assertThat(other.get("/api/v1/periods").json().path("items")).isEmpty();
        assertThat(other.get("/api/v1/periods/2024-06/statement?tenant=" + tenant).status())
                .isEqualTo(404);
        assertThat(finance.send("POST", path, null).status()).isEqualTo(200);
    }

    @Test
    void rebuildsTheSameRowsWhateverIsClosed() throws Exception {
        for (int i = 0; i < 40; i++) {
            var id = Uuid7.at(JUNE.plusSeconds(i * 86_000L).toEpochMilli());
            book(of(Calls.call(id, UsageStatus.ABANDONED, i, 5, 1)));
            if (i % 3 == 0) {
                book(Calls.with(of(Calls.call(id, UsageStatus.COMPLETED, 7, 6, 1)), "model", "m2"));
            }
            if (i == 31) {
                close("2024-06");
                book(
                        Calls.with(
                                of(
                                        Calls.call(
                                                Uuid7.at(JUNE.toEpochMilli() + 7),
                                                UsageStatus.COMPLETED,
                                                9,
                                                6,
                                                1)),
                                "model",
                                "m2"));
            }
        }

        assertThatRebuildChangesNothing();
    }

    private void assertThatRebuildChangesNothing() throws SQLException {
        var before = rollUps();

        for (var day = LocalDate.of(2024, 5, 30); day.getMonthValue() < 8; day = day.plusDays(1)) {
            rollups.rebuild(day);
        }

        assertThat(rollUps()).isEqualTo(before);
        assertThat(before).isNotEmpty();
    }

    private List<String> rollUps() {
        return Stream.of("usage_quarter_hour", "usage_day", "usage_day_user")
                .flatMap(table ->
                        database
                                .sql(
                                        "SELECT r::text FROM %s AS r WHERE tenant = ? ORDER BY 1"
                                                .formatted(table))
                                .param(tenant)
                                .query(String.class)
                                .list()
                                .stream())
                .toList();
    }

    private void assertThatPostingsAre(String month, long nanos) {
        var sum =
                database.sql(
                                """
                                SELECT coalesce(sum(amount_nanos), 0) FROM ledger_posting
                                WHERE account = 'tenant_receivable' AND party = ?
                                  AND billed_in = ?
                                """)
                        .params(tenant, LocalDate.parse(month))
                        .query(Long.class)
                        .single();
        assertThat(sum).isEqualTo(nanos);
    }

    private UsageEvent call(Instant at, long nanos) {
        var id = Uuid7.at(at.toEpochMilli());
        return of(Calls.call(id, at, UsageStatus.COMPLETED, nanos, 5, 1));
    }

    private UsageEvent of(UsageEvent event) {
        return Calls.with(event, "tenant", tenant);
    }

    private void book(UsageEvent... events) throws SQLException {
        ledger.book(FeedStep.of(List.of(events).stream().map(Calls::entry).toList()));
    }

    private Rest.Answer tryClose(String month) {
        return admin().send(
                        "POST",
                        "/api/v1/periods/%s/close?tenant=%s".formatted(month, tenant),
                        null);
    }

    private Rest.Answer close(String month) {
        var answer = tryClose(month);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    private Rest.Answer statement(String month) {
        var answer = admin().get("/api/v1/periods/%s/statement?tenant=%s".formatted(month, tenant));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    private static String amount(JsonNode statement) {
        return statement.path("totals").path(0).path("amount").asString();
    }
}
