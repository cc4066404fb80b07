package dev.sluice.control.adjustments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Rest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class AdjustmentsIT extends ControlPlaneTest {
    private static final Instant USED = Instant.parse("2024-06-10T00:00:00Z");

    private final String tenant = "adjusted-" + UUID.randomUUID();

    @Autowired private Ledger ledger;

    @BeforeEach
    void book() throws SQLException {
        CleanConfig.reset(database);
        Sample.publish(admin(), tenant, "elsewhere");
        var call = Calls.call(Uuid7.at(USED.toEpochMilli()), UsageStatus.COMPLETED, 500, 5, 1);
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(call, "tenant", tenant)))));
    }

    @Test
    void movesMoneyAndStandsInTheStatementOfItsMonth() {
        var made = make(Map.of("month", "2024-06"));

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().path("billedIn").asString()).isEqualTo("2024-06");
        var statement = admin().get("/api/v1/periods/2024-06/statement?tenant=" + tenant).json();
        var line = statement.path("adjustments").path(0);
        assertThat(line.path("kind").asString()).isEqualTo("manual");
        assertThat(line.path("reason").asString()).isEqualTo("goodwill for the outage");
        assertThat(line.path("cost").asString()).isEqualTo("-0.0000001");
        var total = statement.path("totals").path(0);
        assertThat(total.path("usage").asString()).isEqualTo("0.0000005");
        assertThat(total.path("amount").asString()).isEqualTo("0.0000004");
        var postings =
                database.sql(
                                """
                                SELECT account || ' ' || amount_nanos FROM ledger_posting
                                WHERE transaction_id = ? ORDER BY line
                                """)
                        .param(UUID.fromString(made.json().path("id").asString()))
                        .query(String.class)
                        .list();
        assertThat(postings).containsExactly("tenant_receivable -100", "usage_revenue 100");
        var audited = admin().get("/api/v1/audit?kind=adjustment&tenant=" + tenant).json();
        assertThat(audited.path("items").path(0).path("path").asString())
                .isEqualTo(tenant + "/CN-1");
    }

    @Test
    void isMadeOnceByItsReference() {
        var first = make(Map.of());
        var again = make(Map.of());
        var other = make(Map.of("amount", "-9"));

        assertThat(again.json().path("id")).isEqualTo(first.json().path("id"));
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.text()).contains("reference_used");
        var items = admin().get("/api/v1/adjustments?tenant=" + tenant).json().path("items");
        assertThat(items).hasSize(1);
    }

    @Test
    void goesToTheRunningMonthAndNeverToAClosedOne() {
        var never = make(Map.of("month", "2019-05"));
        assertThat(never.status()).isEqualTo(400);
        assertThat(never.text()).contains("nothing was billed to " + tenant + " in 2019-05");
        assertThat(
                        admin().send("POST", "/api/v1/periods/2024-06/close?tenant=" + tenant, null)
                                .status())
                .isEqualTo(200);

        var closed = make(Map.of("month", "2024-06"));
        var future = make(Map.of("month", "2999-01"));
        var running = make(Map.of());

        assertThat(closed.status()).isEqualTo(409);
        assertThat(closed.text()).contains("month_closed", "2024-07");
        assertThat(future.status()).isEqualTo(400);
        assertThat(running.json().path("billedIn").asString())
                .isEqualTo(YearMonth.now(ZoneOffset.UTC).toString());
    }

    @Test
    void saysEveryFault() {
        var answer =
                admin().post(
                                "/api/v1/adjustments",
                                Map.of("tenant", tenant, "amount", "0", "app", "no app"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().path("error").path("faults").valueStream())
                .extracting(it -> it.path("path").asString())
                .containsExactlyInAnyOrder("app", "amount", "reason", "reference");
        assertThat(make(Map.of("tenant", "nobody")).text()).contains("there is no tenant 'nobody'");
        assertThat(make(Map.of("app", "no-such")).text())
                .contains("the tenant '" + tenant + "' has no app 'no-such'");
        assertThat(make(Map.of("currency", "JPY")).status()).isEqualTo(400);
        var tooFine = make(Map.of("amount", "1.0000000001"));
        assertThat(tooFine.status()).isEqualTo(400);
        assertThat(tooFine.text()).contains("more than nine decimals").doesNotContain("dev.sluice");
        assertThat(make(Map.of("amount", 0.5)).text()).contains("an amount as a text");
    }

    @Test
    void isMadeByThoseWhoKeepTheBooksAndSeenByTheTenant() {
        var bound = token(Map.of("name", "own", "roles", List.of("finance"), "tenant", tenant));
        var elsewhere =
                token(Map.of("name", "else", "roles", List.of("finance"), "tenant", "elsewhere"));

        assertThat(bound.post("/api/v1/adjustments", form(Map.of())).status()).isEqualTo(403);
        make(Map.of());

        assertThat(bound.get("/api/v1/adjustments").json().path("items")).hasSize(1);
        assertThat(elsewhere.get("/api/v1/adjustments").json().path("items")).isEmpty();
        assertThat(elsewhere.get("/api/v1/adjustments?tenant=" + tenant).json().path("items"))
                .isEmpty();
    }

    private Rest.Answer make(Map<String, Object> change) {
        return admin().post("/api/v1/adjustments", form(change));
    }

    private Map<String, Object> form(Map<String, Object> change) {
        var form = new HashMap<String, Object>();
        form.put("tenant", tenant);
        form.put("amount", "-0.0000001");
        form.put("reason", "goodwill for the outage");
        form.put("reference", "CN-1");
        form.putAll(change);
        return form;
    }
}
