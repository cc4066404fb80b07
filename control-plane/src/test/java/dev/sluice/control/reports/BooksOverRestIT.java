package dev.sluice.control.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Rest;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.Topics;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** From a usage event to what the REST API says of it. */
class BooksOverRestIT extends ControlPlaneTest {
    private static final String FILE =
            """
            apiVersion: sluice/v1
            currency: USD
            upstreams:
              - {name: u1, provider: openai-compatible, baseUrl: "http://127.0.0.1:1/v1"}
            models:
              - {name: books-m1, upstream: u1,
                 prices: [{from: 2024-01-01T00:00:00Z, perMillion: {input: 2, output: 8}}]}
            aliases:
              - {name: chat, targets: [{model: books-m1}]}
            tenants:
              - {name: shanghai, timeZone: Asia/Shanghai, apps: [{name: bot, aliases: [chat]}]}
              - {name: kolkata, timeZone: Asia/Kolkata, apps: [{name: bot, aliases: [chat]}]}
              - {name: plain, apps: [{name: bot, aliases: [chat]}]}
            """;

    @Autowired private Ledger ledger;

    @BeforeEach
    void publish() {
        CleanConfig.reset(database);
        var answer = admin().apply(FILE);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void showsACallSoonAfterItsEventIsOnKafka() throws Exception {
        var event = rated(call(Instant.parse("2025-03-04T05:06:07Z"), "plain", 5, 1), "0.000018");
        try (var producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", TestServers.kafka()),
                        new StringSerializer(),
                        new ByteArraySerializer())) {
            producer.send(
                            new ProducerRecord<>(
                                    Topics.USAGE,
                                    event.eventId().toString(),
                                    SluiceJson.mapper().writeValueAsBytes(event)))
                    .get();
        }
        var query = "/api/v1/usage/requests?traceId=" + event.traceId();

        await().until(() -> admin().get(query).json().path("items").size() == 1);

        var item = admin().get(query).json().path("items").path(0);
        assertThat(item.path("cost").asString()).isEqualTo("0.000018");
        assertThat(item.path("costAgrees").asBoolean()).isTrue();
        assertThat(admin().get("/api/v1/usage/requests?traceId=none").json().path("items"))
                .isEmpty();
    }

    @Test
    void showsEveryFieldOfACall() throws SQLException {
        var id = UUID.fromString("0195600a-0000-7000-8000-000000000001");
        var event = rated(Calls.call(id, UsageStatus.COMPLETED, 0, 5, 1), "0.000018");
        event = Calls.with(event, "tenant", "golden");
        book(Calls.with(event, "extensions", Map.of("team", "blue")));

        var answer = admin().get("/api/v1/usage/requests?requestId=" + event.requestId());

        Golden.assertJson("reports/usage-requests.json", answer.text());
    }

    @Test
    void pagesNewestFirst() throws SQLException {
        for (int i = 1; i <= 5; i++) {
            var at = Instant.parse("2025-04-0%dT23:59:59Z".formatted(i));
            book(Calls.with(call(at, "paged", i, 0), "app", i == 3 ? "other" : "bot"));
        }
        var all = "/api/v1/usage/requests?tenant=paged&limit=2";

        var first = admin().get(all).json();
        var second = admin().get(all + "&cursor=" + first.path("next").asString()).json();
        var third = admin().get(all + "&cursor=" + second.path("next").asString()).json();

        assertThat(inputs(first)).containsExactly(5L, 4L);
        assertThat(inputs(second)).containsExactly(3L, 2L);
        assertThat(inputs(third)).containsExactly(1L);
        assertThat(third.path("next").isNull()).isTrue();
        var between = "&from=2025-04-02T00:00:00Z&to=2025-04-04T00:00:00Z";
        assertThat(inputs(admin().get(all + between).json())).containsExactly(3L, 2L);
        assertThat(inputs(admin().get(all + between + "&app=bot").json())).containsExactly(2L);
        assertThat(admin().get(all + "&cursor=" + UUID.randomUUID()).status()).isEqualTo(400);
        assertThat(admin().get(all + "&from=yesterday").status()).isEqualTo(400);
    }

    private static List<Long> inputs(JsonNode page) {
        return page.path("items")
                .valueStream()
                .map(item -> item.path("tokens").path("input").asLong())
                .toList();
    }

    @Test
    void showsTheTrueResultOfAnAdjustedCall() throws SQLException {
        var id = Uuid7.at(Instant.parse("2025-05-01T00:00:00Z").toEpochMilli());
        book(Calls.with(Calls.call(id, UsageStatus.ABANDONED, 7, 5, 1), "tenant", "late"));
        book(Calls.with(Calls.call(id, UsageStatus.COMPLETED, 9, 5, 2), "tenant", "late"));

        var items = admin().get("/api/v1/usage/requests?tenant=late").json().path("items");

        assertThat(items).hasSize(1);
        assertThat(items.path(0).path("status").asString()).isEqualTo("completed");
        assertThat(items.path(0).path("cost").asString()).isEqualTo("0.000000009");
        assertThat(items.path(0).path("adjusted").asBoolean()).isTrue();
        // The books know the tenant, though the config does not.
        var abandoned = admin().get("/api/v1/usage/requests?tenant=late&status=abandoned");
        assertThat(abandoned.status()).isEqualTo(200);
        assertThat(abandoned.json().path("items")).isEmpty();
    }

    @Test
    void reportsAMonthByTheCalendarOfEachTenantsZone() throws SQLException {
        // June in Shanghai is 05-31 16:00 to 06-30 16:00, in Kolkata 05-31 18:30 to 06-30 18:30.
        inAndAround("shanghai", "2025-05-31T16:00:00Z", "2025-06-30T16:00:00Z");
        inAndAround("kolkata", "2025-05-31T18:30:00Z", "2025-06-30T18:30:00Z");
        inAndAround("plain", "2025-06-01T00:00:00Z", "2025-07-01T00:00:00Z");
        var refused = call(Instant.parse("2025-06-10T00:00:00Z"), "plain", 0, 0);
        book(Calls.with(refused, "status", "rejected"));

        var answer = admin().get("/api/v1/reports/monthly?month=2025-06");
        var csv = admin().get("/api/v1/reports/monthly?month=2025-06&format=csv");

        Golden.assertJson("reports/monthly.json", answer.text());
        Golden.assertText("reports/monthly.csv", csv.text());
        var plain = admin().get("/api/v1/reports/monthly?month=2025-06&tenant=plain").json();
        assertThat(plain.path("lines")).hasSize(1);
    }

    /** One call just outside of each end (1 and 4 tokens), one just inside (2 and 3), 9 between. */
    private void inAndAround(String tenant, String start, String end) throws SQLException {
        book(call(Instant.parse(start).minusMillis(1), tenant, 1, 1));
        book(call(Instant.parse(start), tenant, 2, 1));
        book(call(Instant.parse("2025-06-15T12:00:00Z"), tenant, 9, 1));
        book(call(Instant.parse(end).minusMillis(1), tenant, 3, 1));
        book(call(Instant.parse(end), tenant, 4, 1));
    }

    @Test
    void refusesFormatsAndMonthsThatItDoesNotKnow() {
        var pdf = admin().get("/api/v1/reports/monthly?month=2025-06&format=pdf");
        assertThat(pdf.status()).isEqualTo(400);
        assertThat(pdf.text()).contains("use one of json, csv, xlsx, focus");
        assertThat(admin().get("/api/v1/reports/monthly?month=June").status()).isEqualTo(400);
        assertThat(admin().get("/api/v1/reports/monthly").status()).isEqualTo(400);
        assertThat(as("nobody").get("/api/v1/reports/monthly?month=2025-06").status())
                .isEqualTo(401);
    }

    @Test
    void makesSumsAnewFromTheCalls() throws SQLException {
        book(call(Instant.parse("2025-08-10T00:00:00Z"), "repaired", 5, 1));
        database.sql("UPDATE usage_day SET tokens_input = 77 WHERE tenant = 'repaired'").update();
        var report = "/api/v1/reports/monthly?month=2025-08&tenant=repaired";
        assertThat(inputOf(report)).isEqualTo(77);

        var replay = replay("2025-08-09", "2025-08-11");
        assertThat(replay.status()).as(replay.text()).isEqualTo(200);
        var days = replay.json().path("days");
        assertThat(days.valueStream().map(day -> day.path("corrected").asInt()))
                .containsExactly(0, 1, 0);
        assertThat(replay.json().path("next").isNull()).isTrue();

        assertThat(inputOf(report)).isEqualTo(5);
        assertThat(replay("2025-08-02", "2025-08-01").status()).isEqualTo(400);
        assertThat(replay("2020-08-02", "2025-08-01").status()).isEqualTo(400);
        assertThat(replay("+999999999-12-31", "+999999999-12-31").status()).isEqualTo(400);
        var audited = admin().get("/api/v1/audit?kind=usage").json().path("items");
        assertThat(audited.path(0).path("path").asString()).isEqualTo("2025-08-09/2025-08-11");
    }

    private Rest.Answer replay(String from, String to) {
        return admin().post("/api/v1/usage/replays", Map.of("from", from, "to", to));
    }

    private long inputOf(String report) {
        var totals = admin().get(report).json().path("totals");
        return totals.path("tokens").path("input").asLong();
    }

    @Test
    void countsWhatItBooksForThoseWhoWatch() {
        var metrics = admin().get("/api/v1/metrics");

        assertThat(metrics.status()).isEqualTo(200);
        assertThat(metrics.text()).contains("sluice_ledger_lag_records", "sluice_ledger_failing 0");
        assertThat(as("nobody").get("/api/v1/metrics").status()).isEqualTo(401);
    }

    @Test
    void reportsAnEmptyMonth() {
        var report = admin().get("/api/v1/reports/monthly?month=2025-01").json();

        assertThat(report.path("lines").isArray()).isTrue();
        assertThat(report.path("lines")).isEmpty();
        assertThat(report.path("totals").path("cost").asString()).isEqualTo("0.00");
    }

    private static UsageEvent call(Instant at, String tenant, long input, long output) {
        var event =
                Calls.call(
                        Uuid7.at(at.toEpochMilli()), at, UsageStatus.COMPLETED, 0, input, output);
        event = Calls.with(event, "cost", "0.00000%d".formatted(input));
        event = Calls.with(event, "app", "bot");
        return Calls.with(event, "tenant", tenant);
    }

    private static UsageEvent rated(UsageEvent event, String cost) {
        var priced = Calls.with(event, "model", "books-m1");
        return Calls.with(Calls.with(priced, "cost", cost), "providerCost", cost);
    }

    private void book(UsageEvent event) throws SQLException {
        var sound = event.status() == UsageStatus.REJECTED ? Calls.with(event, "cost", "0") : event;
        ledger.book(FeedStep.of(List.of(Calls.entry(sound))));
    }
}
