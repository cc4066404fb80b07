package dev.sluice.control.reports.waste;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

class WasteIT extends ControlPlaneTest {
    private static final Instant AT = Instant.parse("2023-05-10T12:00:00Z");

    @Autowired private Ledger ledger;

    private final String tenant = "waste-" + UUID.randomUUID();
    private long version;

    @BeforeEach
    void publish() {
        CleanConfig.reset(database);
        var file =
                """
                apiVersion: sluice/v1
                currency: USD
                upstreams:
                  - {name: u1, provider: openai-compatible, baseUrl: "http://127.0.0.1:1/v1"}
                models:
                  - {name: cheap, upstream: u1,
                     prices: [{from: 2023-01-01T00:00:00Z, perMillion: {input: 1, output: 1}}]}
                  - {name: dear, upstream: u1,
                     prices: [{from: 2023-01-01T00:00:00Z, perMillion: {input: 9, output: 9}}]}
                aliases: [{name: chat, targets: [{model: cheap}, {model: dear}]}]
                tenants: [{name: %s, timeZone: Asia/Shanghai}, {name: foreign}]
                """
                        .formatted(tenant);
        version = Sample.expect(admin().apply(file), 200).json().path("version").asLong();
    }

    private UsageEvent call(UsageStatus status, String cost, long input, long output) {
        var event = Calls.call(Uuid7.at(AT.toEpochMilli()), AT, status, 0, input, output);
        event = Calls.with(Calls.with(event, "tenant", tenant), "app", "bot");
        event = Calls.with(Calls.with(event, "cost", cost), "providerCost", cost);
        return Calls.with(event, "configVersion", version);
    }

    private void book(UsageEvent event) throws Exception {
        ledger.book(FeedStep.of(List.of(Calls.entry(event))));
    }

    private static Map<String, Object> attempt(String model, int input, int output, String cost) {
        var attempt = new LinkedHashMap<String, Object>();
        attempt.put("model", model);
        attempt.put("upstream", "u1");
        attempt.put("tokens", Map.of("input", input, "output", output));
        attempt.put("counted", Map.of("input", input, "output", output));
        attempt.put("usageSource", "upstream");
        attempt.put("cost", cost);
        attempt.put("providerCost", cost);
        attempt.put("startedAt", AT.toString());
        attempt.put("totalMs", 5);
        return attempt;
    }

    private JsonNode report() {
        var path = "/api/v1/reports/waste?month=2023-05&tenant=" + tenant;
        return Sample.expect(admin().get(path), 200).json();
    }

    private JsonNode only(String kind) {
        var found =
                report().path("items")
                        .valueStream()
                        .filter(it -> it.path("kind").asString().equals(kind))
                        .toList();
        assertThat(found).as(kind).hasSize(1);
        return found.getFirst();
    }

    private static void assertFigures(JsonNode item, long calls, long tokens, String cost) {
        assertThat(item.path("calls").asLong()).isEqualTo(calls);
        assertThat(item.path("tokens").asLong()).isEqualTo(tokens);
        assertThat(item.path("cost").asString()).isEqualTo(cost);
        assertThat(item.path("advice").asString()).isNotBlank();
    }

    @Test
    void addsUpCallsThatEndedBadly() throws Exception {
        book(call(UsageStatus.CANCELLED, "0.001", 100, 10));
        book(call(UsageStatus.CANCELLED, "0.002", 100, 30));
        book(call(UsageStatus.INTERRUPTED, "0.004", 50, 5));
        book(Calls.with(call(UsageStatus.COMPLETED, "0.5", 10, 90), "finishReason", "length"));
        book(Calls.with(call(UsageStatus.COMPLETED, "7", 10, 90), "finishReason", "stop"));

        assertFigures(only("cancelled"), 2, 240, "0.003");
        assertFigures(only("interrupted"), 1, 55, "0.004");
        assertFigures(only("truncated"), 1, 100, "0.50");
        assertThat(report().path("items").path(0).path("kind").asString()).isEqualTo("truncated");
    }

    @Test
    void countsAttemptsThatWerePaidForNothingAndWhatTheFallbackCostMore() throws Exception {
        var event = call(UsageStatus.COMPLETED, "0.0091", 1000, 0);
        event = Calls.with(event, "model", "dear");
        var failed = attempt("cheap", 100, 0, "0.0001");
        failed.put("errorCode", "upstream_timeout");
        book(Calls.with(event, "attempts", List.of(failed, attempt("dear", 1000, 0, "0.009"))));

        assertFigures(only("retry"), 1, 100, "0.0001");
        // 1000 tokens at 9 a million instead of 1.
        assertFigures(only("fallback"), 1, 1000, "0.008");
        assertThat(only("fallback").path("model").asString()).isEqualTo("dear");
    }

    @Test
    void findsCapsFarAboveWhatAnswersNeed() throws Exception {
        for (int i = 1; i <= 20; i++) {
            var cap = i <= 2 ? 5000 : 150;
            book(capped(call(UsageStatus.COMPLETED, "0.001", 10, 5L * i), cap));
        }

        var caps = only("long-cap");
        assertThat(caps.path("calls").asLong()).isEqualTo(2);
        // 95 of 100 answers have at most 95 tokens.
        assertThat(caps.path("tokens").asLong()).isEqualTo(2 * (5000 - 95));
        assertThat(caps.path("cost").isNull()).isTrue();
        assertThat(caps.path("advice").asString()).contains("at most 95 tokens");
    }

    private static UsageEvent capped(UsageEvent event, long cap) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("stream", false);
        facts.put("capAsked", cap);
        facts.put("choices", 1);
        facts.put("bodyBytes", 10);
        facts.put("candidates", 1);
        facts.put("tools", false);
        facts.put("images", false);
        return Calls.with(event, "facts", facts);
    }

    @Test
    void saysWhatCannotBeToldAndInventsNothing() throws Exception {
        book(Calls.with(call(UsageStatus.COMPLETED, "0.1", 10, 9), "finishReason", "stop"));

        assertThat(report().path("items")).isEmpty();
        var unknown = report().path("notMeasured").path(0);
        assertThat(unknown.path("kind").asString()).isEqualTo("repeats");
        assertThat(unknown.path("why").asString()).contains("no fingerprint");
    }

    @Test
    void goesByTheTenantsMonthAndIsForThoseWhoMaySeeIt() throws Exception {
        // June has begun in Shanghai.
        var late = Instant.parse("2023-05-31T16:00:00Z");
        var event = Calls.call(Uuid7.at(late.toEpochMilli()), late, UsageStatus.CANCELLED, 5, 1, 1);
        book(Calls.with(event, "tenant", tenant));
        var foreign = token(Map.of("name", "far", "roles", List.of("member"), "tenant", "foreign"));
        var waste = "/api/v1/reports/waste?";

        assertThat(report().path("items")).isEmpty();
        var june = admin().get(waste + "month=2023-06&tenant=" + tenant).json();
        assertThat(june.path("items")).hasSize(1);
        var span = "from=2023-05-31T00:00:00Z&to=2023-06-02T00:00:00Z";
        assertThat(foreign.get(waste + span).json().path("items")).isEmpty();
        assertThat(foreign.get(waste + span + "&tenant=" + tenant).json().path("items")).isEmpty();
        assertThat(admin().get(waste + "from=2023-05-31T00:00:00Z").status()).isEqualTo(400);
        assertThat(
                        admin().get(waste + "from=2023-01-01T00:00:00Z&to=2023-06-02T00:00:00Z")
                                .status())
                .isEqualTo(400);
    }
}
