package dev.sluice.control.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Rest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

class ReconciliationIT extends ControlPlaneTest {
    private static final Instant TEN = Instant.parse("2024-06-10T00:10:00Z");
    private static final String JUNE = "&from=2024-06-01&to=2024-06-30";

    private final String upstream = "up-" + UUID.randomUUID();

    @Autowired private Ledger ledger;

    @BeforeEach
    void publish() {
        CleanConfig.reset(database);
        Sample.expect(
                admin().apply(
                                """
                                apiVersion: sluice/v1
                                currency: USD
                                currencies: {CNY: [{from: 2024-01-01T00:00:00Z, rate: 0.125}]}
                                upstreams:
                                  - {name: "%s", provider: openai, secrets: [{name: key_main, value: v}]}
                                  - {name: elsewhere, provider: openai, secrets: [{name: main, value: v}]}
                                models:
                                  - {name: m1, upstream: "%s", upstreamModel: gpt-x, prices: [{from: 2023-01-01T00:00:00Z, perMillion: {input: 3, output: 20}}]}
                                  - {name: m2, upstream: "%s"}
                                tenants: [{name: one}]
                                """
                                        .formatted(upstream, upstream, upstream)),
                200);
    }

    @Test
    void agreesWhereBothHaveTheSameWhateverTheDateInTheName() throws Exception {
        book(call(TEN, attempt(TEN, "m1", "key_main", 600, 200, 100, "4.5", true)));
        book(call(TEN.plusSeconds(60), attempt(TEN, "m1", "key_main", 400, 200, 200, "4.5", true)));

        bring("openai-usage", golden("openai-usage.json"), 201);

        var row = row(drift(), "2024-06-10", "gpt-x");
        assertThat(row.path("ours").path("tokens")).isEqualTo(row.path("theirs").path("tokens"));
        assertThat(row.path("models").toString()).isEqualTo("[\"m1\"]");
        assertThat(row.path("tokenPercent").decimalValue()).isEqualByComparingTo("0");
        assertThat(row.path("alarm").asBoolean()).isFalse();
        // 400 of its 1000 input tokens were cached and have no price of their own.
        assertThat(causes(row)).containsExactly("cached-price");
        var strange = row(drift(), "2024-06-10", "gpt-strange");
        assertThat(causes(strange)).containsExactly("unknown-model", "unbooked-hours");
        assertThat(strange.path("alarm").asBoolean()).isTrue();
        var keys = drift().path("keys");
        assertThat(keys.valueStream())
                .extracting(it -> it.path("key").asString() + " " + it.path("matched").asBoolean())
                .containsExactly("key_main true", "key_other false");
    }

    @Test
    void countsEveryAttemptHereAndNoneElsewhere() throws Exception {
        book(
                call(
                        TEN,
                        attempt(TEN, "m1", "key_main", 100, 0, 10, "0.1", false),
                        at(attempt(TEN, "other", "main", 999, 0, 9, "1", true), "elsewhere")));

        bring("csv", "time,model,input,output\n2024-06-10,gpt-x,100,0\n", 201);

        var row = row(drift(), "2024-06-10", "gpt-x");
        assertThat(row.path("ours").path("tokens").path("input").asInt()).isEqualTo(100);
        assertThat(row.path("tokenDifference").path("output").asInt()).isEqualTo(-10);
        assertThat(row.path("hints").path(0).path("text").asString())
                .isEqualTo(
                        "1 calls ended without the provider's usage (cancelled, interrupted or"
                                + " failed); their 110 tokens are our own count");
    }

    @Test
    void seesThatAPriceIsNotTheProviders() throws Exception {
        book(call(TEN, attempt(TEN, "m1", "k", 1000, 0, 300, "9.00", true)));
        bring("csv", "time,model,input,output\n2024-06-10,gpt-x-20240513,1000,300\n", 201);

        bring("csv", "time,model,amount,currency\n2024-06-10,gpt-x,12,USD\n", 201);

        var row = row(drift(), "2024-06-10", "gpt-x");
        assertThat(row.path("costDifference").asString()).isEqualTo("3.00");
        assertThat(row.path("costPercent").decimalValue()).isEqualByComparingTo("25");
        assertThat(row.path("alarm").asBoolean()).isTrue();
        assertThat(causes(row)).containsExactly("price-drift");
        var alarm = admin().get("/api/v1/reconciliations/alarms?upstream=" + upstream).json();
        assertThat(alarm.path("items")).hasSize(1);
        assertThat(alarm.path("items").path(0).path("theirs").asString()).isEqualTo("12.00");
        assertThat(admin().get("/api/v1/alerts?kind=reconciliation").text())
                .contains(
                        "the bill of " + upstream + " differs from the ledger",
                        "9.00 USD here, 12.00 there");
    }

    @Test
    void comparesInTheBillsCurrency() throws Exception {
        book(call(TEN, attempt(TEN, "m1", "k", 1000, 0, 300, "9.00", true)));

        bring("csv", "time,model,amount,currency\n2024-06-10,gpt-x,72,CNY\n", 201);

        var drift = drift();
        assertThat(drift.path("currency").asString()).isEqualTo("CNY");
        assertThat(drift.path("total").path("ours").path("cost").asString()).isEqualTo("72.00");
        assertThat(drift.path("total").path("alarm").asBoolean()).isFalse();
        assertThat(bring("csv", "time,model,input\n2999-06-10,m,1\n", 400).toString())
                .contains("2999-06-10, which has not begun yet");
        assertThat(bring("csv", "time,model,amount,currency\n2024-06-10,m,1,JPY\n", 400).toString())
                .contains("no exchange rate");
    }

    @Test
    void aLaterFileOfTheSameDaysReplacesTheEarlier() throws Exception {
        book(call(TEN, attempt(TEN, "m1", "k", 1000, 0, 300, "1", true)));
        var wrong = "time,model,input,output\n2024-06-09,gpt-x,5,5\n2024-06-10,gpt-x,1,1\n";
        var first = bring("csv", wrong, 201);
        var second = bring("csv", "time,model,input,output\n2024-06-10,gpt-x,1000,300\n", 201);
        var again = bring("csv", "time,model,input,output\n2024-06-10,gpt-x,1000,300\n", 201);

        assertThat(first.path("version").asInt()).isEqualTo(1);
        assertThat(second.path("version").asInt()).isEqualTo(2);
        assertThat(again.path("id")).isEqualTo(second.path("id"));
        assertThat(row(drift(), "2024-06-10", "gpt-x").path("tokenPercent").decimalValue())
                .isEqualByComparingTo("0");
        assertThat(row(drift(), "2024-06-09", "gpt-x").path("theirs").path("tokens").toString())
                .contains("\"input\":5");
        var third = bring("csv", wrong, 201);
        // What was replaced may come back, as a version of its own.
        assertThat(third.path("id")).isEqualTo(first.path("id"));
        bring("csv", "time,model,input,output\n2024-06-09,gpt-x,6,6\n2024-06-10,m,1,1\n", 201);
        assertThat(bring("csv", wrong, 201).path("version").asInt()).isEqualTo(4);
        var all = admin().get("/api/v1/reconciliations/imports?upstream=" + upstream).json();
        assertThat(all.path("items").valueStream())
                .extracting(
                        it -> it.path("version").asInt() + " " + it.path("replaced").asBoolean())
                .containsExactly("4 false", "3 true", "2 true", "1 true");
    }

    @Test
    void aFileThatIsTakenBackLeavesTheFormerOneAndNoAlarm() throws Exception {
        book(call(TEN, attempt(TEN, "m1", "k", 1000, 0, 300, "1", true)));
        bring("csv", "time,model,input,output\n2024-06-10,gpt-x,1000,300\n", 201);
        var wrong = bring("csv", "time,model,input,output\n2024-06-10,gpt-x,9,9\n", 201);
        var path = "/api/v1/reconciliations/imports/" + wrong.path("id").asString();
        var alarms = "/api/v1/reconciliations/alarms?upstream=" + upstream;
        assertThat(admin().get(alarms).json().path("items")).hasSize(1);
        var auditor = token(Map.of("name", "aud2", "roles", List.of("auditor")));
        assertThat(auditor.send("DELETE", path, null).status()).isEqualTo(403);

        assertThat(admin().send("DELETE", path, null).status()).isEqualTo(204);

        assertThat(row(drift(), "2024-06-10", "gpt-x").path("tokenPercent").decimalValue())
                .isEqualByComparingTo("0");
        assertThat(admin().get(alarms).json().path("items")).isEmpty();
        assertThat(admin().send("DELETE", path, null).status()).isEqualTo(404);
        assertThat(admin().get("/api/v1/audit?kind=provider-bill").text())
                .contains("\"delete\"", wrong.path("sha256").asString());
    }

    @Test
    void tellsOfDaysThatBeginElsewhereAndOfDaysThatNoFileCovers() throws Exception {
        var next = TEN.plusSeconds(86_400);
        book(call(TEN, attempt(TEN, "m1", "k", 1000, 0, 0, "1", true)));
        book(call(next, attempt(next, "m1", "k", 3000, 0, 0, "3", true)));
        var later = next.plusSeconds(2 * 86_400);
        book(call(later, attempt(later, "m1", "k", 1, 0, 0, "0", true)));

        bring("csv", "time,model,input\n2024-06-10,gpt-x,3000\n2024-06-11,gpt-x,1000\n", 201);

        assertThat(causes(row(drift(), "2024-06-10", "gpt-x"))).containsExactly("day-boundary");
        assertThat(drift().path("daysWithoutBill").toString()).isEqualTo("[\"2024-06-13\"]");
    }

    @Test
    void thresholdsAreKeptForTheInstallationAndForEachUpstream() throws Exception {
        book(call(TEN, attempt(TEN, "m1", "k", 1000, 0, 300, "9.00", true)));
        bring("csv", "time,model,amount,currency\n2024-06-10,gpt-x,10.50,USD\n", 201);
        assertThat(row(drift(), "2024-06-10", "gpt-x").path("alarm").asBoolean()).isTrue();

        set(Map.of("upstream", upstream, "percent", "20", "amount", "0.10"), 200);

        assertThat(row(drift(), "2024-06-10", "gpt-x").path("alarm").asBoolean()).isFalse();
        var all = admin().get("/api/v1/reconciliations/thresholds").json().path("items");
        assertThat(all.path(0).path("percent").decimalValue()).isEqualByComparingTo("1");
        assertThat(set(Map.of("percent", "101", "amount", "1"), 422).toString())
                .contains("percent");
        assertThat(set(Map.of("upstream", "nobody", "percent", "1", "amount", "1"), 400).toString())
                .contains("there is no upstream 'nobody'");
        var audited = admin().get("/api/v1/audit?kind=reconciliation-threshold").json();
        assertThat(audited.path("items").toString()).contains(upstream);
    }

    @Test
    void isForThoseWhoKeepTheBooks() {
        var finance = token(Map.of("name", "fin", "roles", List.of("finance")));
        var auditor = token(Map.of("name", "aud", "roles", List.of("auditor")));
        var bound = token(Map.of("name", "own", "roles", List.of("finance"), "tenant", "one"));
        var path = "/api/v1/reconciliations/imports?format=csv&upstream=" + upstream;
        var file = "time,model,input\n2024-06-10,gpt-x,1\n";

        assertThat(finance.send("POST", path, file).status()).isEqualTo(201);
        assertThat(auditor.send("POST", path, file).status()).isEqualTo(403);
        assertThat(bound.send("POST", path, file).status()).isEqualTo(403);
        assertThat(auditor.get("/api/v1/reconciliations").status()).isEqualTo(200);
        assertThat(bound.get("/api/v1/reconciliations").status()).isEqualTo(403);
        assertThat(bound.get("/api/v1/reconciliations/alarms").status()).isEqualTo(403);
        assertThat(bound.get("/api/v1/reconciliations/imports").status()).isEqualTo(403);
        assertThat(bound.get("/api/v1/reconciliations/thresholds").status()).isEqualTo(403);
    }

    private JsonNode bring(String format, String file, int status) {
        var path = "/api/v1/reconciliations/imports?format=" + format + "&upstream=" + upstream;
        return Sample.expect(admin().send("POST", path, file), status).json();
    }

    private JsonNode set(Map<String, String> threshold, int status) {
        Rest.Answer answer = admin().put("/api/v1/reconciliations/thresholds", threshold);
        return Sample.expect(answer, status).json();
    }

    private JsonNode drift() {
        var path = "/api/v1/reconciliations?upstream=" + upstream + JUNE;
        return Sample.expect(admin().get(path), 200).json().path("items").path(0);
    }

    private static JsonNode row(JsonNode drift, String day, String model) {
        return drift.path("rows")
                .valueStream()
                .filter(it -> it.path("day").asString().equals(day))
                .filter(it -> it.path("model").asString().equals(model))
                .findFirst()
                .orElseThrow(() -> new AssertionError(drift.toPrettyString()));
    }

    private static List<String> causes(JsonNode row) {
        return row.path("hints").valueStream().map(it -> it.path("cause").asString()).toList();
    }

    private void book(UsageEvent event) throws SQLException {
        ledger.book(FeedStep.of(List.of(Calls.entry(event))));
    }

    private UsageEvent call(Instant at, Object... attempts) {
        var call = Calls.call(Uuid7.at(at.toEpochMilli()), UsageStatus.COMPLETED, 0, 1, 1);
        return Calls.with(
                Calls.with(call, "upstream", upstream), "attempts", Arrays.asList(attempts));
    }

    private static Map<String, Object> at(Map<String, Object> attempt, String upstream) {
        var moved = new LinkedHashMap<>(attempt);
        moved.put("upstream", upstream);
        return moved;
    }

    private Map<String, Object> attempt(
            Instant at,
            String model,
            String secret,
            long input,
            long cached,
            long output,
            String cost,
            boolean isReported) {
        var attempt = new LinkedHashMap<String, Object>();
        attempt.put("model", model);
        attempt.put("upstream", upstream);
        attempt.put("secret", secret);
        attempt.put("httpStatus", 200);
        attempt.put("tokens", Map.of("input", input, "cachedInput", cached, "output", output));
        attempt.put("counted", Map.of("input", input, "output", output));
        attempt.put("usageSource", isReported ? "upstream" : "counted");
        attempt.put("cost", cost);
        attempt.put("providerCost", cost);
        attempt.put("startedAt", at.toString());
        attempt.put("totalMs", 5);
        return attempt;
    }

    private static String golden(String name) throws IOException {
        try (var in =
                ReconciliationIT.class.getResourceAsStream("/golden/reconciliation/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
