package dev.sluice.control.receipts;

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
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

class ReceiptsIT extends ControlPlaneTest {
    private static final Instant AT = Instant.parse("2025-03-31T23:30:00Z");

    @Autowired private Ledger ledger;

    private final String tenant = "receipts-" + UUID.randomUUID();
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
                  - {name: receipt-m1, upstream: u1,
                     prices: [{from: 2024-01-01T00:00:00Z, serviceTiers: {flex: 0.5},
                               perMillion: {input: 2, cachedInput: 1, output: 8}}]}
                  - {name: receipt-m2, upstream: u1,
                     prices: [{from: 2024-01-01T00:00:00Z, perMillion: {input: 20, output: 80}}]}
                aliases:
                  - {name: chat, targets: [{model: receipt-m1}, {model: receipt-m2}]}
                tenants:
                  - {name: %s, timeZone: Europe/Berlin, apps: [{name: bot, aliases: [chat]}]}
                  - {name: foreign}
                """
                        .formatted(tenant);
        version = Sample.expect(admin().apply(file), 200).json().path("version").asLong();
    }

    /** The first try fails after its input was read, the second answers at half price. */
    private UsageEvent retried() {
        var failed = attempt("receipt-m2", Map.of("input", 0, "output", 0), "0", 503);
        failed.put("errorCode", "upstream_unavailable");
        var tokens = Map.of("input", 1000, "cachedInput", 400, "output", 90, "serviceTier", "flex");
        var answer = attempt("receipt-m1", tokens, "0.00116", 200);
        var event = call(UsageStatus.COMPLETED);
        event = Calls.with(event, "tokens", tokens);
        event = Calls.with(event, "model", "receipt-m1");
        event = Calls.with(event, "cost", "0.00116");
        event = Calls.with(event, "providerCost", "0.00116");
        event =
                Calls.with(
                        event,
                        "reservation",
                        Map.of("mode", "exact", "heldMoney", "0.05", "heldTokens", 1500));
        return Calls.with(event, "attempts", List.of(failed, answer));
    }

    private static Map<String, Object> attempt(
            String model, Map<String, ?> tokens, String cost, int httpStatus) {
        var attempt = new LinkedHashMap<String, Object>();
        attempt.put("model", model);
        attempt.put("upstream", "u1");
        attempt.put("httpStatus", httpStatus);
        attempt.put("tokens", tokens);
        attempt.put("counted", Map.of("input", 1000, "output", 90));
        attempt.put("usageSource", "upstream");
        attempt.put("cost", cost);
        attempt.put("providerCost", cost);
        attempt.put("startedAt", AT.toString());
        attempt.put("totalMs", 500);
        return attempt;
    }

    private UsageEvent call(UsageStatus status) {
        var event = Calls.call(Uuid7.at(AT.toEpochMilli()), AT, status, 0, 100, 10);
        event = Calls.with(Calls.with(event, "tenant", tenant), "app", "bot");
        return Calls.with(event, "configVersion", version);
    }

    private JsonNode receipt(UsageEvent event) throws Exception {
        ledger.book(FeedStep.of(List.of(Calls.entry(event))));
        return Sample.expect(admin().get(path(event)), 200).json();
    }

    private static String path(UsageEvent event) {
        return "/api/v1/usage/requests/" + event.eventId() + "/receipt";
    }

    @Test
    void tellsEveryTryAndThePriceLinesThatMadeTheCost() throws Exception {
        var receipt = receipt(retried());

        assertThat(receipt.path("reason").isNull()).isTrue();
        var tries = receipt.path("attempts");
        assertThat(tries).hasSize(2);
        assertThat(tries.path(0).path("outcome").asString()).isEqualTo("failed");
        assertThat(tries.path(0).path("errorCode").asString()).isEqualTo("upstream_unavailable");
        assertThat(tries.path(0).path("charge").isNull()).isTrue();
        var charge = tries.path(1).path("charge");
        var sum = BigDecimal.ZERO;
        for (var line : charge.path("lines")) {
            assertThat(line.path("factors").path(0).path("name").asString()).isEqualTo("flex");
            sum = sum.add(line.path("amount").decimalValue());
        }
        // 600 at 2, 400 at 1 and 90 at 8 a million, halved.
        assertThat(sum).isEqualByComparingTo("0.00116");
        assertThat(charge.path("listAmount").decimalValue()).isEqualByComparingTo(sum);
        assertThat(charge.path("cost").asString()).isEqualTo("0.00116");
        assertThat(receipt.path("call").path("cost").asString()).isEqualTo("0.00116");
    }

    @Test
    void saysWhatWasHeldAndWhichMonthBearsIt() throws Exception {
        var receipt = receipt(retried());

        assertThat(receipt.path("hold").path("money").asString()).isEqualTo("0.05");
        assertThat(receipt.path("hold").path("tokens").asLong()).isEqualTo(1500);
        var charged = receipt.path("charged");
        assertThat(charged.path("linesKnown").asBoolean()).isTrue();
        assertThat(charged.path("overrun").asString()).isEqualTo("0.00");
        // It is April in Berlin by then.
        assertThat(charged.path("usedIn").asString()).isEqualTo("2025-04");
        assertThat(charged.path("billedIn").asString()).isEqualTo("2025-04");
    }

    @ParameterizedTest
    @CsvSource({
        "quota_exceeded, app/acme/bot budget month, budget-spent, app acme/bot, month, raise",
        "budget_held, key/acme/bot/prod budget day, budget-held, key acme/bot/prod, day, moment",
        "rate_limit_exceeded, tenant/acme requests a minute, request-rate, tenant acme,, slow down",
        "rate_limit_exceeded, alias/acme/chat tokens a minute, token-rate, alias acme/chat,, tokens",
        "rate_limit_exceeded, app/acme/bot calls at once, concurrency, app acme/bot,, under way",
        "rate_limit_exceeded, upstream limits, upstream-limit,,, add a target",
        "model_not_allowed,, model,,, allow it",
        "invalid_request,, request,,, named the field"
    })
    void saysInWordsWhyACallWasRefused(
            String code, String rule, String kind, String owner, String window, String words)
            throws Exception {
        var event = Calls.with(call(UsageStatus.REJECTED), "errorCode", code);
        event = Calls.with(event, "tokens", Map.of("input", 0, "output", 0));
        if (rule != null) {
            var facts = new LinkedHashMap<String, Object>();
            facts.put("mode", "exact");
            facts.put("heldMoney", "0");
            facts.put("heldTokens", 0);
            facts.put("refusedBy", rule);
            event = Calls.with(event, "reservation", facts);
        }

        var receipt = receipt(event);

        var reason = receipt.path("reason");
        assertThat(reason.path("kind").asString()).isEqualTo(kind);
        assertThat(reason.path("owner").asString("")).isEqualTo(owner == null ? "" : owner);
        assertThat(reason.path("window").asString("")).isEqualTo(window == null ? "" : window);
        assertThat(reason.path("text").asString()).contains(words).doesNotContain("%s", "null");
        assertThat(receipt.path("attempts")).isEmpty();
        assertThat(receipt.path("hold").isNull()).isTrue();
    }

    @Test
    void saysWhenTheLinesAreNotKnown() throws Exception {
        var receipt = receipt(Calls.with(retried(), "configVersion", 1_000_000));

        assertThat(receipt.path("charged").path("linesKnown").asBoolean()).isFalse();
        assertThat(receipt.path("attempts")).hasSize(2);
        assertThat(receipt.path("attempts").path(1).path("charge").isNull()).isTrue();
    }

    @Test
    void isForThoseWhoMaySeeTheTenant() throws Exception {
        var event = retried();
        receipt(event);
        var own = token(Map.of("name", "own", "roles", List.of("member"), "tenant", tenant));
        var foreign =
                token(Map.of("name", "far", "roles", List.of("tenant-admin"), "tenant", "foreign"));

        assertThat(own.get(path(event)).status()).isEqualTo(200);
        assertThat(foreign.get(path(event)).status()).isEqualTo(404);
        assertThat(as("nobody").get(path(event)).status()).isEqualTo(401);
        var unknown = "/api/v1/usage/requests/" + UUID.randomUUID() + "/receipt";
        assertThat(admin().get(unknown).status()).isEqualTo(404);
        assertThat(admin().get("/api/v1/usage/requests/1/receipt").status()).isEqualTo(400);
    }
}
