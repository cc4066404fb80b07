package dev.sluice.control.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Price;
import dev.sluice.model.price.PriceBook;
import dev.sluice.model.price.TokenKind;
import dev.sluice.model.usage.Attempt;
import dev.sluice.model.usage.Counted;
import dev.sluice.model.usage.ReservationFacts;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RaterTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final PriceBook BOOK =
            new PriceBook(
                    "m1",
                    List.of(
                            new Price(
                                    Instant.parse("2026-01-01T00:00:00Z"),
                                    null,
                                    Map.of(
                                            TokenKind.INPUT, new BigDecimal("2"),
                                            TokenKind.OUTPUT, new BigDecimal("8")),
                                    null,
                                    new BigDecimal("0.04"),
                                    new BigDecimal("0.0001"))));

    private final Rater rater = new Rater(new KnownBooks(List.of(BOOK)));

    @Test
    void agreesWithANodeThatRatesByTheSameBook() {
        var event = call("0.000018", attempt("u1", 5, 1, "0.000018"));

        var rating = rater.rate(event);

        assertThat(rating.ratedNanos()).isEqualTo(18_000);
        assertThat(rating.agrees()).isTrue();
        assertThat(rating.providerCostNanos()).isEqualTo(Map.of("u1", 18_000L));
    }

    @Test
    void ratesPicturesAndSoundByTheSameBook() {
        var usage = TokenUsage.NONE.withMedia(2, 1_500);

        var rating = rater.rate(call("0.08015", attempt("u1", usage, "0.08015")));
        var free = rater.rate(call("0", attempt("u1", usage, "0")));

        assertThat(rating.agrees()).isTrue();
        assertThat(free.agrees()).isFalse();
    }

    @Test
    void flagsACostThatTheBookDoesNotGive() {
        var rating = rater.rate(call("0.000019", attempt("u1", 5, 1, "0.000019")));

        assertThat(rating.agrees()).isFalse();
        assertThat(rating.ratedNanos()).isEqualTo(18_000);
    }

    @Test
    void flagsACallThatShouldHaveCostSomething() {
        assertThat(rater.rate(call("0", attempt("u1", 5, 1, "0"))).agrees()).isFalse();
    }

    @Test
    void cannotRateByAVersionItDoesNotKnow() {
        var event =
                Calls.with(call("0.000019", attempt("u1", 5, 1, "0.000019")), "configVersion", 9);

        assertThat(rater.rate(event).agrees()).isNull();
    }

    @Test
    void sumsTheTriesAndLeavesOutWhatIsNotCharged() {
        var event =
                call(
                        "0.000028",
                        attempt("u1", 5, 0, "0.00001"),
                        attempt("u2", 0, 0, "0"),
                        attempt("u3", 5, 1, "0.000018"));

        var rating = rater.rate(event);

        assertThat(rating.agrees()).isTrue();
        assertThat(rating.providerCostNanos()).isEqualTo(Map.of("u1", 10_000L, "u3", 18_000L));
    }

    @Test
    void callsWhatTheHoldDidNotCoverAnOverrun() {
        var held = new ReservationFacts("exact", new Money(10_000), 6, null);
        var unheld = call("0.00001", attempt("u1", 5, 1, "0.000018"));

        var rating = rater.rate(Calls.with(unheld, "reservation", held));

        assertThat(rating.overrunNanos()).isEqualTo(8_000);
        assertThat(rating.agrees()).isTrue();
        assertThat(rater.rate(unheld).overrunNanos()).isZero();
        assertThat(rater.rate(unheld).agrees()).isFalse();
    }

    @Test
    void agreesWithAFlatAmountOnceForACallThatHasNoPrice() {
        var unpriced = new Rater(new KnownBooks(List.of(new PriceBook("m1", List.of()))));
        var held = new ReservationFacts("exact", new Money(10), 6, null, null, new Money(10));
        var usage = TokenUsage.of(5, 1);
        var first = attempt("u1", usage, "0.00000001", "0");
        var second = attempt("u2", usage, "0", "0");
        var event = Calls.with(call("0.00000001", first, second), "reservation", held);

        assertThat(unpriced.rate(event).agrees()).isTrue();
        var lines = unpriced.lines(event).orElseThrow();
        assertThat(lines.getFirst().charge().lines())
                .singleElement()
                .satisfies(line -> assertThat(line.kind()).isEqualTo("flat"));
        assertThat(lines.getFirst().charge().providerCost()).isEqualTo(Money.ZERO);
        assertThat(unpriced.rate(Calls.with(event, "cost", "0.00000002")).agrees()).isFalse();
        assertThat(unpriced.rate(Calls.with(event, "attempts", List.of())).agrees()).isTrue();
    }

    private static UsageEvent call(String cost, Attempt... attempts) {
        var event = Calls.call(Uuid7.at(NOW.toEpochMilli()), UsageStatus.COMPLETED, 0, 5, 1);
        event = Calls.with(event, "attempts", List.of(attempts));
        event =
                Calls.with(
                        event,
                        "providerCost",
                        List.of(attempts).stream()
                                .map(Attempt::providerCost)
                                .reduce(Money.ZERO, Money::plus));
        return Calls.with(event, "cost", cost);
    }

    private static Attempt attempt(String upstream, long input, long output, String cost) {
        return attempt(upstream, TokenUsage.of(input, output), cost);
    }

    private static Attempt attempt(String upstream, TokenUsage usage, String cost) {
        return attempt(upstream, usage, cost, cost);
    }

    private static Attempt attempt(
            String upstream, TokenUsage usage, String cost, String providerCost) {
        return new Attempt(
                "m1",
                upstream,
                null,
                null,
                200,
                null,
                usage,
                Counted.NONE,
                UsageSource.UPSTREAM,
                null,
                Money.parse(cost),
                Money.parse(providerCost),
                NOW,
                null,
                20);
    }
}
