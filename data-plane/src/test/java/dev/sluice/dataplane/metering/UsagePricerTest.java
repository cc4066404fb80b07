package dev.sluice.dataplane.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.CallerWishes;
import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.AttemptReport;
import dev.sluice.dataplane.call.AttemptReport.MediaCount;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.call.Hold;
import dev.sluice.dataplane.call.Outcome;
import dev.sluice.dataplane.call.Progress;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.config.Edge;
import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.ExchangeRate;
import dev.sluice.model.price.ExchangeRates;
import dev.sluice.model.price.Tariff;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Operation;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.usage.ReservationFacts;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UsagePricerTest {
    private static final Instant AT = Instant.parse("2026-06-01T00:00:00Z");
    private final UsagePricer pricer = new UsagePricer("n1");

    private static final String TOKENS =
            "\"from\":\"2020-01-01T00:00:00Z\",\"perMillion\":"
                    + "{\"input\":1000000,\"output\":10000000}";
    private static final String TIERED =
            "{" + TOKENS + ",\"serviceTiers\":{\"flex\":0.5,\"priority\":2}}";

    /** The dollar amounts are easy: 1 USD a token in, 10 out. */
    private static Candidate candidate(String more) {
        var prices = more.contains("prices") ? "" : ",\"prices\":[{" + TOKENS + "}]";
        var mapper = SluiceJson.mapper();
        return new Candidate(
                mapper.readValue(
                        "{\"name\":\"chat\",\"targets\":[{\"model\":\"m\"}]}", ModelAlias.class),
                mapper.readValue(
                        "{\"name\":\"m\",\"upstream\":\"u\"" + more + prices + "}",
                        UpstreamModel.class),
                mapper.readValue("{\"name\":\"u\",\"provider\":\"openai\"}", Upstream.class),
                "only");
    }

    private static ReservedCall reserved(Candidate candidate, @Nullable Money ceiling) {
        return reserved(candidate, ceiling, "{}", Map.of());
    }

    private static ReservedCall reserved(
            Candidate candidate,
            @Nullable Money ceiling,
            String body,
            Map<String, Tariff> tariffs) {
        var key =
                new KeyEntry(
                        "key-1",
                        new KeyPath("t", "a", "k", null),
                        List.of(KeyState.ACTIVE),
                        List.of(),
                        ZoneOffset.UTC,
                        Set.of("chat"),
                        null,
                        null,
                        List.of(),
                        "sales");
        var call =
                new Call(
                        new UUID(1, 2),
                        "req",
                        "trace",
                        null,
                        AT,
                        System.nanoTime(),
                        Door.of(Dialect.OPENAI_CHAT, Operation.CHAT),
                        CallerWishes.NONE,
                        JsonFields.scan(body.getBytes(StandardCharsets.UTF_8)),
                        new Envelope(
                                "chat", true, false, 9L, "max_tokens", 1, 1, false, false, "me"),
                        null,
                        "10.0.0.1",
                        new Snapshot(
                                3, "USD", Map.of(), Map.of(), Map.of(), Map.of(), Map.of(),
                                Edge.NONE, tariffs));
        var grant = new Grant(call, new Caller(key, "10.0.0.1"), candidate.alias());
        var hold =
                new Hold() {
                    @Override
                    public ReservationFacts facts() {
                        return new ReservationFacts("exact", Money.ZERO, 0, null);
                    }

                    @Override
                    public @Nullable Money ceiling() {
                        return ceiling;
                    }
                };
        return new ReservedCall(
                new RoutePlan(grant, List.of(candidate), 9L, List.of()),
                hold,
                9L,
                20,
                List.of(),
                Map.of(),
                new Progress());
    }

    private static AttemptReport report(
            Candidate candidate,
            @Nullable TokenUsage reported,
            long countedOutput,
            boolean produced) {
        return new AttemptReport(
                candidate,
                "10.0.0.9",
                "main",
                produced ? 200 : 500,
                produced ? null : ErrorCode.UPSTREAM_UNAVAILABLE,
                reported,
                countedOutput,
                produced,
                "served",
                "stop",
                AT,
                5L,
                10,
                MediaCount.NONE);
    }

    private UsageEvent price(Candidate candidate, AttemptReport... reports) {
        return pricer.price(
                reserved(candidate, null), new Outcome.Completed(List.of(reports), 200, 7));
    }

    private static long dollars(Money cost) {
        return cost.nanos() / 1_000_000_000L;
    }

    @Test
    void billsWhatTheUpstreamReportsAndKeepsTheOwnCount() {
        var candidate = candidate("");
        var event = price(candidate, report(candidate, TokenUsage.of(10, 2), 3, true));
        assertThat(dollars(event.cost())).isEqualTo(30);
        assertThat(event.usageSource()).isEqualTo(UsageSource.UPSTREAM);
        assertThat(event.counted().input()).isEqualTo(20);
        assertThat(event.counted().output()).isEqualTo(3);
        assertThat(event.priceVersion()).isEqualTo("m@2020-01-01T00:00:00Z");
        assertThat(event.businessLine()).isEqualTo("sales");
        assertThat(event.configVersion()).isEqualTo(3);
        assertThat(event.servedModel()).isEqualTo("served");
    }

    @Test
    void billsTheOwnCountWhereNothingWasReported() {
        var candidate = candidate("");
        var event = price(candidate, report(candidate, null, 3, true));
        assertThat(dollars(event.cost())).isEqualTo(50);
        assertThat(event.usageSource()).isEqualTo(UsageSource.COUNTED);
    }

    @Test
    void anExplicitZeroIsUsage() {
        var candidate = candidate("");
        var event = price(candidate, report(candidate, TokenUsage.NONE, 3, true));
        assertThat(event.cost()).isEqualTo(Money.ZERO);
        assertThat(event.usageSource()).isEqualTo(UsageSource.UPSTREAM);
    }

    @Test
    void theModelSaysWhoseFiguresBill() {
        var counted = candidate(",\"billing\":\"counted\"");
        assertThat(dollars(price(counted, report(counted, TokenUsage.of(1, 1), 3, true)).cost()))
                .isEqualTo(50);
        var most = candidate(",\"billing\":\"max\"");
        assertThat(dollars(price(most, report(most, TokenUsage.of(1, 1), 3, true)).cost()))
                .isEqualTo(50);
        assertThat(dollars(price(most, report(most, TokenUsage.of(90, 9), 3, true)).cost()))
                .isEqualTo(180);
    }

    @Test
    void attemptsThatProducedNothingCostNothing() {
        var candidate = candidate("");
        var event =
                price(
                        candidate,
                        report(candidate, null, 0, false),
                        report(candidate, TokenUsage.of(10, 2), 3, true));
        assertThat(event.attempts()).hasSize(2);
        assertThat(event.attempts().getFirst().cost()).isEqualTo(Money.ZERO);
        assertThat(dollars(event.cost())).isEqualTo(30);
        assertThat(event.tokens()).isEqualTo(TokenUsage.of(10, 2));
    }

    @Test
    void aStrictBudgetsHoldIsTheMostThatIsCharged() {
        var candidate = candidate("");
        var event =
                pricer.price(
                        reserved(candidate, new Money(25_000_000_000L)),
                        new Outcome.Completed(
                                List.of(report(candidate, TokenUsage.of(10, 2), 3, true)), 200, 7));
        assertThat(dollars(event.cost())).isEqualTo(25);
        assertThat(dollars(event.providerCost())).isEqualTo(30);
    }

    /** One dollar is eight of the tenant's units, and it pays a quarter more than the list. */
    private static final Map<String, Tariff> ABROAD =
            Map.of(
                    "t",
                    new Tariff(
                            new ExchangeRates(
                                    "USD",
                                    Map.of(
                                            "CNY",
                                            List.of(
                                                    new ExchangeRate(
                                                            Instant.EPOCH,
                                                            new BigDecimal("0.125"))))),
                            "CNY",
                            new BigDecimal("1.25")));

    @Test
    void chargesInTheTenantsCurrencyAndKeepsTheListPrice() {
        var candidate = candidate("");
        var event =
                pricer.price(
                        reserved(candidate, null, "{}", ABROAD),
                        new Outcome.Completed(
                                List.of(report(candidate, TokenUsage.of(10, 2), 3, true)), 200, 7));

        assertThat(dollars(event.cost())).isEqualTo(300);
        assertThat(event.currency()).isEqualTo("CNY");
        assertThat(dollars(event.providerCost())).isEqualTo(30);
        assertThat(event.providerCurrency()).isEqualTo("USD");
        assertThat(event.attempts().getFirst().cost()).isEqualTo(event.cost());
        assertThat(event.attempts().getFirst().providerCost()).isEqualTo(event.providerCost());
        assertThat(SluiceJson.write(event.terms()))
                .isEqualTo(
                        "{\"markup\":1.25,\"providerCurrency\":\"USD\",\"fxRates\":{\"CNY\":0.125}}");
    }

    @Test
    void theHoldBoundsTheChargeInTheTenantsCurrency() {
        var candidate = candidate("");
        var event =
                pricer.price(
                        reserved(candidate, new Money(299_000_000_000L), "{}", ABROAD),
                        new Outcome.Completed(
                                List.of(report(candidate, TokenUsage.of(10, 2), 3, true)), 200, 7));

        assertThat(dollars(event.cost())).isEqualTo(299);
        assertThat(dollars(event.providerCost())).isEqualTo(30);
        assertThat(dollars(event.attempts().getFirst().cost())).isEqualTo(300);
    }

    @Test
    void theServiceTierOfTheAnswerCountsElseTheOneAskedFor() {
        var candidate = candidate(",\"prices\":[" + TIERED + "]");
        var told = TokenUsage.of(10, 2).servedAt("default");

        assertThat(served(candidate, "flex", told).serviceTier()).isEqualTo("default");
        assertThat(dollars(served(candidate, "flex", told).cost())).isEqualTo(30);
        assertThat(dollars(served(candidate, "flex", TokenUsage.of(10, 2)).cost())).isEqualTo(15);
        assertThat(dollars(served(candidate, "auto", told.servedAt("priority")).cost()))
                .isEqualTo(60);
    }

    private UsageEvent served(Candidate candidate, String asked, TokenUsage usage) {
        var reserved = reserved(candidate, null, "{\"service_tier\":\"" + asked + "\"}", Map.of());
        reserved.call().body().letGo(); // as it is by the time a stream is priced
        return pricer.price(
                reserved,
                new Outcome.Completed(List.of(report(candidate, usage, 3, true)), 200, 7));
    }

    @Test
    void everyEndHasItsStatus() {
        var candidate = candidate("");
        var reserved = reserved(candidate, null);
        var attempts = List.of(report(candidate, null, 1, true));
        assertThat(pricer.price(reserved, new Outcome.Cancelled(attempts, 200, 1)).status())
                .isEqualTo(UsageStatus.CANCELLED);
        var interrupted =
                pricer.price(
                        reserved,
                        new Outcome.Interrupted(attempts, 200, 1, ErrorCode.STREAM_INCOMPLETE));
        assertThat(interrupted.status()).isEqualTo(UsageStatus.INTERRUPTED);
        assertThat(interrupted.errorCode()).isEqualTo("stream_incomplete");
        assertThat(
                        pricer.price(
                                        reserved,
                                        new Outcome.Failed(
                                                List.of(), 503, 1, ErrorCode.UPSTREAM_UNAVAILABLE))
                                .status())
                .isEqualTo(UsageStatus.FAILED);
    }
}
