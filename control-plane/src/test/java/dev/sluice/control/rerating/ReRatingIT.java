package dev.sluice.control.rerating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.ledger.Origin;
import dev.sluice.control.ledger.Rating;
import dev.sluice.control.ledger.UsageEntry;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Rest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

class ReRatingIT extends ControlPlaneTest {
    private static final Instant JUNE = Instant.parse("2024-06-10T00:00:00Z");

    private final String tenant = "rated-" + UUID.randomUUID();

    @Autowired private Ledger ledger;

    @BeforeEach
    void publish() {
        CleanConfig.reset(database);
        var answer =
                admin().apply(
                                """
                                apiVersion: sluice/v1
                                currency: USD
                                upstreams:
                                  - {name: u1, provider: vllm, baseUrl: "http://127.0.0.1:1/v1"}
                                models:
                                  - {name: m1, upstream: u1, prices: [
                                      {from: 2023-01-01T00:00:00Z, perMillion: {input: 2, output: 8}}]}
                                tenants: [{name: %s}]
                                """
                                        .formatted(tenant));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void showsWhatOtherPricesWouldHaveCostAndBooksNothing() throws SQLException {
        book(call(JUNE, 18_000, 5, 1), call(JUNE.plusSeconds(1), 36_000, 10, 2));
        book(call(Instant.parse("2024-07-10T00:00:00Z"), 18_000, 5, 1));

        var answer = propose(Map.of());

        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        var made = answer.json();
        assertThat(made.path("state").asString()).isEqualTo("proposed");
        assertThat(made.path("calls").asInt()).isEqualTo(3);
        assertThat(made.path("lines")).hasSize(2);
        // 15 tokens in at 1 and 3 out at 4 for each million, instead of 2 and 8.
        assertThat(line(made, 0)).isEqualTo("2024-06 2 0.000054 0.000027 -0.000027");
        assertThat(line(made, 1)).isEqualTo("2024-07 1 0.000018 0.000009 -0.000009");
        assertThat(made.path("totals").path(0).path("difference").asString())
                .isEqualTo("-0.000036");
        assertThat(admin().get("/api/v1/adjustments?tenant=" + tenant).json().path("items"))
                .isEmpty();
        assertThat(postedNanos()).isEqualTo(72_000);
    }

    @Test
    void adjustsAccountsOnceItIsApprovedAndNotTwice() throws SQLException {
        book(call(JUNE, 18_000, 5, 1));
        var id = propose(Map.of()).json().path("id").asString();

        var first = approve(id);
        var again = approve(id);

        assertThat(first.status()).as(first.text()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(first.json());
        var items = admin().get("/api/v1/adjustments?tenant=" + tenant).json().path("items");
        assertThat(items).hasSize(1);
        assertThat(items.path(0).path("kind").asString()).isEqualTo("re-rating");
        assertThat(items.path(0).path("usedIn").asString()).isEqualTo("2024-06");
        assertThat(items.path(0).path("reference").asString()).isEqualTo("re-rating:" + id + ":1");
        assertThat(postedNanos()).isEqualTo(9_000);
        var report = "/api/v1/reports/monthly?month=2024-06&tenant=" + tenant;
        for (var by : List.of("businessLine", "alias")) {
            var lines = admin().get(report + "&groupBy=" + by).json().path("lines");
            assertThat(lines).hasSize(2);
            assertThat(lines.path(1).path(by)).isEqualTo(lines.path(0).path(by));
            assertThat(lines.path(0).path(by).asString("")).isNotEmpty();
        }
        assertThat(admin().get("/api/v1/re-ratings/" + id).json()).isEqualTo(first.json());
        // From then on that is what the call is booked at.
        var next = propose(Map.of()).json();
        assertThat(next.path("lines")).isEmpty();
    }

    @Test
    void isBorneByAnOpenMonth() throws SQLException {
        book(call(JUNE, 18_000, 5, 1));
        var close = "/api/v1/periods/2024-06/close?tenant=" + tenant;
        assertThat(admin().send("POST", close, null).status()).isEqualTo(200);

        approve(propose(Map.of()).json().path("id").asString());

        var path = "/api/v1/periods/%s/statement?tenant=" + tenant;
        var july = admin().get(path.formatted("2024-07")).json().path("adjustments").path(0);
        assertThat(july.path("usedIn").asString()).isEqualTo("2024-06");
        assertThat(july.path("cost").asString()).isEqualTo("-0.000009");
        assertThat(july.path("reason").asString()).isEqualTo("list price was wrong");
        var june = admin().get(path.formatted("2024-06")).json();
        assertThat(june.path("totals").path(0).path("amount").asString()).isEqualTo("0.000018");
    }

    @Test
    void refusesWhatSomethingElseChangedMeanwhile() throws SQLException {
        var call = call(JUNE, 18_000, 5, 1);
        var abandoned = Calls.with(call(JUNE.plusSeconds(9), 9_000, 1, 1), "status", "abandoned");
        book(call, abandoned);
        var first = propose(Map.of()).json().path("id").asString();
        var second = propose(Map.of()).json().path("id").asString();
        approve(second);
        var third = propose(Map.of("prices", List.of(price(3, 9)))).json().path("id").asString();
        book(Calls.with(abandoned, "status", "completed"));

        assertThat(approve(first).status()).isEqualTo(409);
        assertThat(approve(third).status()).isEqualTo(409);
        assertThat(approve(third).text()).contains("outdated");
    }

    @Test
    void keepsTheHoldAsTheCeilingAndLeavesWhatThePricesDoNotCover() throws SQLException {
        var capped = call(JUNE, 10_000, 5, 1);
        ledger.book(
                FeedStep.of(
                        List.of(
                                new UsageEntry(
                                        capped,
                                        Calls.entry(capped).json(),
                                        new Rating(8_000, Map.of(), 18_000L, true),
                                        Origin.EVENT))));
        book(call(Instant.parse("2024-05-01T00:00:00Z"), 18_000, 5, 1));

        var dearer = propose(Map.of("prices", List.of(price(4, 16)))).json();
        var cheaper = propose(Map.of("prices", List.of(price(1, 1)))).json();

        assertThat(dearer.path("unrated").asInt()).isEqualTo(1);
        assertThat(dearer.path("lines")).isEmpty();
        assertThat(line(cheaper, 0)).isEqualTo("2024-06 1 0.00001 0.000006 -0.000004");
    }

    @Test
    void approvesOneOfTwoOfTheSameCallsThatAreApprovedAtOnce() throws Exception {
        book(call(JUNE, 18_000, 5, 1));
        var ids = new ArrayList<String>();
        for (int i = 0; i < 6; i++) {
            ids.add(propose(Map.of()).json().path("id").asString());
        }

        List<Integer> statuses;
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers =
                    people.invokeAll(
                            ids.stream()
                                    .<Callable<Integer>>map(id -> () -> approve(id).status())
                                    .toList());
            statuses = answers.stream().map(Future::resultNow).sorted().toList();
        }

        assertThat(statuses).containsExactly(200, 409, 409, 409, 409, 409);
        assertThat(admin().get("/api/v1/adjustments?tenant=" + tenant).json().path("items"))
                .hasSize(1);
    }

    @Test
    void takesNoPricesThatTheConfigFileWouldNotTake() throws SQLException {
        book(call(JUNE, 18_000, 5, 1));
        var start = "2023-01-01T00:00:00Z";
        var same = List.of(price(1, 4), price(2, 8));
        var none = Collections.singletonList(null);
        var foreign = List.of(Map.of("from", start, "currency", "ZZZ"));

        assertThat(refusal(List.of(price(-5, 4)))).contains("prices[0].perMillion.input");
        assertThat(refusal(same)).contains("begins at the same instant");
        assertThat(refusal(none)).contains("null");
        assertThat(refusal(foreign)).contains("no exchange rate of ZZZ");
        for (var figure : List.of("1e99999", "1e300", "1e24")) {
            var huge = List.of(Map.of("from", start, "perMillion", Map.of("input", figure)));
            assertThat(refusal(huge)).contains("prices");
        }
    }

    private String refusal(List<?> prices) {
        var form = new HashMap<>(form());
        form.put("prices", prices);
        return Sample.expect(admin().post("/api/v1/re-ratings", form), 422).text();
    }

    @Test
    void saysEveryFaultAndAsksForTheRole() {
        var empty = admin().post("/api/v1/re-ratings", Map.of());
        assertThat(empty.status()).isEqualTo(422);
        assertThat(empty.json().path("error").path("faults")).hasSize(4);
        var drafted = new HashMap<String, Object>(form());
        drafted.remove("prices");
        drafted.put("draft", true);
        assertThat(admin().post("/api/v1/re-ratings", drafted).text())
                .contains("your draft does not change this model");
        var bound = token(Map.of("name", "own", "roles", List.of("finance"), "tenant", tenant));
        assertThat(bound.post("/api/v1/re-ratings", form()).status()).isEqualTo(403);
        assertThat(bound.get("/api/v1/re-ratings").status()).isEqualTo(403);
        assertThat(approve(UUID.randomUUID().toString()).status()).isEqualTo(404);
    }

    private static String line(JsonNode made, int index) {
        var line = made.path("lines").path(index);
        return "%s %d %s %s %s"
                .formatted(
                        line.path("usedIn").asString(),
                        line.path("calls").asInt(),
                        line.path("before").asString(),
                        line.path("after").asString(),
                        line.path("difference").asString());
    }

    private Rest.Answer propose(Map<String, Object> change) {
        var form = new HashMap<>(form());
        form.putAll(change);
        return admin().post("/api/v1/re-ratings", form);
    }

    private Map<String, Object> form() {
        return Map.of(
                "model", "m1",
                "tenant", tenant,
                "from", "2024-05-01T00:00:00Z",
                "to", "2024-08-01T00:00:00Z",
                "prices", List.of(price(1, 4)),
                "reason", "list price was wrong");
    }

    private static Map<String, Object> price(int input, int output) {
        return Map.of(
                "from",
                "2024-06-01T00:00:00Z",
                "perMillion",
                Map.of("input", input, "output", output));
    }

    private Rest.Answer approve(String id) {
        return admin().send("POST", "/api/v1/re-ratings/" + id + "/approve", null);
    }

    private long postedNanos() {
        return database.sql(
                        """
                        SELECT balance_nanos FROM account_balance
                        WHERE account = 'tenant_receivable' AND party = ?
                        """)
                .param(tenant)
                .query(Long.class)
                .single();
    }

    private UsageEvent call(Instant at, long nanos, long input, long output) {
        var id = Uuid7.at(at.toEpochMilli());
        var call = Calls.call(id, at, UsageStatus.COMPLETED, nanos, input, output);
        return Calls.with(call, "tenant", tenant);
    }

    private void book(UsageEvent... events) throws SQLException {
        ledger.book(FeedStep.of(List.of(events).stream().map(Calls::entry).toList()));
    }
}
