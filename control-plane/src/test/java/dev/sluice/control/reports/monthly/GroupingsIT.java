package dev.sluice.control.reports.monthly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** Random months: by whatever their lines are apart, they are the same bill. */
class GroupingsIT extends ControlPlaneTest {
    private static final List<String> GROUPINGS =
            List.of(
                    "",
                    "app",
                    "model",
                    "app,model",
                    "businessLine",
                    "alias",
                    "key",
                    "endUser",
                    "app,endUser,model",
                    "day",
                    "day,key,model");
    private static final List<String> ZONES =
            List.of("Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe", "UTC");

    @Autowired private Ledger ledger;

    private final String tenant = "grouped-" + UUID.randomUUID();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void addUpToTheStatementInEveryForm(long seed) throws Exception {
        var random = new Random(seed);
        publish(ZONES.get((int) seed % ZONES.size()), random.nextInt(28) + 1);
        book(random, 60, Instant.parse("2022-01-29T06:00:00Z"), 40);
        close("2022-01");
        book(random, 120, Instant.parse("2022-01-29T06:00:00Z"), 80);
        adjust(random);
        assertThatEveryGroupingIsTheBill("2022-02");

        close("2022-02");
        book(random, 20, Instant.parse("2022-02-10T00:00:00Z"), 5);

        assertThatEveryGroupingIsTheBill("2022-01");
        assertThatEveryGroupingIsTheBill("2022-02");
        assertThatEveryGroupingIsTheBill("2022-03");
    }

    private void assertThatEveryGroupingIsTheBill(String month) {
        var statement =
                admin().get("/api/v1/periods/" + month + "/statement?tenant=" + tenant).json();
        var billed = new TreeMap<String, Money>();
        statement
                .path("totals")
                .forEach(it -> billed.put(it.path("currency").asString(), money(it, "amount")));
        var requests =
                statement
                        .path("totals")
                        .valueStream()
                        .mapToLong(it -> it.path("requests").asLong());
        var expected = requests.sum();
        assertThat(expected).isPositive();
        for (var grouping : GROUPINGS) {
            var report = Sample.expect(admin().get(path(month, grouping, "json")), 200).json();
            assertThat(costs(report)).as("%s by %s", month, grouping).isEqualTo(billed);
            assertThat(money(report.path("totals"), "cost")).isEqualTo(billed.get("USD"));
            assertThat(
                            report.path("lines")
                                    .valueStream()
                                    .mapToLong(it -> it.path("requests").asLong())
                                    .sum())
                    .isEqualTo(expected);
            assertThat(sum(month, grouping, "csv", "cost")).isEqualTo(billed.get("USD"));
            assertThat(sum(month, grouping, "focus", "BilledCost")).isEqualTo(billed.get("USD"));
        }
    }

    private static Map<String, Money> costs(JsonNode report) {
        var costs = new TreeMap<String, Money>();
        report.path("lines")
                .forEach(it ->
                        costs.merge(
                                it.path("currency").asString(), money(it, "cost"), Money::plus));
        return costs;
    }

    private Money sum(String month, String grouping, String format, String column) {
        var file = admin().get(path(month, grouping, format)).text();
        if (format.equals("focus")) {
            assertThat(FocusRules.faults(file)).as(grouping).isEmpty();
        }
        return CsvTable.of(file).rows().stream()
                .map(row -> Money.parse(row.get(column)))
                .reduce(Money.ZERO, Money::plus);
    }

    private String path(String month, String grouping, String format) {
        var by = grouping.isEmpty() ? "" : "&groupBy=" + grouping;
        return "/api/v1/reports/monthly?month=%s&tenant=%s&format=%s%s"
                .formatted(month, tenant, format, by);
    }

    private static Money money(JsonNode from, String field) {
        return Money.parse(from.path(field).asString());
    }

    @Test
    void tellsDaysApartByTheTenantsClock() throws Exception {
        publish("Asia/Kathmandu", 1);
        // Midnight in Kathmandu is 18:15 UTC.
        book(call("2022-05-04T18:14:59Z", "alice", "0.1"));
        book(call("2022-05-04T18:15:00Z", "alice", "0.02"));
        book(call("2022-05-05T18:14:59Z", "bob", "0.003"));

        var byDay = admin().get(path("2022-05", "day", "csv")).text();
        var byUser = admin().get(path("2022-05", "endUser", "json")).json().path("lines");
        var focus = CsvTable.of(admin().get(path("2022-05", "day", "focus")).text()).rows();

        assertThat(CsvTable.of(byDay).rows())
                .extracting(it -> it.get("day") + " " + it.get("cost"))
                .containsExactly("2022-05-04 0.10", "2022-05-05 0.023");
        assertThat(byUser.valueStream().map(it -> it.path("endUser").asString()))
                .containsExactly("alice", "bob");
        assertThat(byUser.path(0).has("app")).isFalse();
        assertThat(focus.getFirst())
                .containsEntry("ChargePeriodStart", "2022-05-03T18:15:00Z")
                .containsEntry("ChargePeriodEnd", "2022-05-04T18:15:00Z");
    }

    @Test
    void saysByWhatAMonthCanBeGrouped() {
        publish("UTC", 1);
        var unknown = admin().get(path("2022-05", "team", "json"));
        var mixed = admin().get(path("2022-05", "endUser,day", "json"));

        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.text())
                .contains(
                        "'team' is nothing to group by: use app, businessLine, alias, model, key");
        assertThat(mixed.status()).isEqualTo(400);
        assertThat(mixed.text()).contains("'endUser' can be combined with app, alias and model");
    }

    @Test
    void showsNoSumsThatAreNotTheBills() throws Exception {
        publish("UTC", 1);
        book(call("2022-05-04T00:00:00Z", "alice", "0.1"));
        database.sql("UPDATE usage_day_user SET cost_nanos = 7 WHERE tenant = ?")
                .param(tenant)
                .update();

        var wrong = admin().get(path("2022-05", "endUser", "json"));

        assertThat(wrong.status()).isEqualTo(409);
        assertThat(wrong.text()).contains("sums_differ", "/api/v1/usage/replays");
        assertThat(admin().get(path("2022-05", "", "json")).status()).isEqualTo(200);
    }

    private void publish(String zone, int fiscalStartDay) {
        CleanConfig.reset(database);
        var file =
                """
                apiVersion: sluice/v1
                currency: USD
                tenants: [{name: %s, timeZone: %s, fiscalStartDay: %d}]
                """
                        .formatted(tenant, zone, fiscalStartDay);
        Sample.expect(admin().apply(file), 200);
    }

    private void close(String month) {
        var path = "/api/v1/periods/" + month + "/close?tenant=" + tenant;
        Sample.expect(admin().send("POST", path, null), 200);
    }

    private void adjust(Random random) {
        for (var month : List.of("2022-02", "2022-03")) {
            var nanos = random.nextLong(1, 1_000_000_000) * (random.nextBoolean() ? 1 : -1);
            var form =
                    Map.of(
                            "tenant",
                            tenant,
                            "month",
                            month,
                            "amount",
                            new Money(nanos).toString(),
                            "reason",
                            "as agreed",
                            "reference",
                            "CN-" + month);
            Sample.expect(admin().post("/api/v1/adjustments", form), 201);
        }
    }

    private void book(Random random, int calls, Instant from, int days) throws Exception {
        for (int i = 0; i < calls; i++) {
            var at = from.plusSeconds(random.nextLong(days * 86_400L));
            var id = Uuid7.at(at.toEpochMilli());
            var status = random.nextInt(8) == 0 ? UsageStatus.ABANDONED : UsageStatus.COMPLETED;
            var cost = random.nextLong(1_000_000_000_000L);
            var call = Calls.call(id, status, cost, random.nextInt(9_000), random.nextInt(900));
            call = Calls.with(call, "app", one(random, "bot", "web"));
            call = Calls.with(call, "model", one(random, "m1", "m2"));
            call = Calls.with(call, "alias", one(random, "chat", "draw"));
            call = Calls.with(call, "key", one(random, "prod", "test"));
            call = Calls.with(call, "subKey", one(random, null, "alice"));
            call = Calls.with(call, "businessLine", one(random, null, "retail"));
            book(Calls.with(call, "endUser", one(random, null, "u1")));
        }
    }

    private static String one(Random random, String first, String second) {
        return random.nextBoolean() ? first : second;
    }

    private static UsageEvent call(String startedAt, String user, String cost) {
        var at = Instant.parse(startedAt);
        var id = Uuid7.at(at.toEpochMilli());
        var event = Calls.call(id, at, UsageStatus.COMPLETED, 0, 100, 10);
        return Calls.with(Calls.with(event, "cost", cost), "endUser", user);
    }

    private void book(UsageEvent event) throws Exception {
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(event, "tenant", tenant)))));
    }
}
