package dev.sluice.control.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.PriceBook;
import dev.sluice.model.price.PriceLine;
import dev.sluice.model.price.RandomPrices;
import dev.sluice.model.usage.Attempt;
import dev.sluice.model.usage.Counted;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The ledger agrees with what nodes charge, whatever the price, and tells the lines of it. */
class RaterProperties {
    /** A call of up to three tries, priced as a node does it, and the books it was priced by. */
    private record Priced(UsageEvent event, KnownBooks books) {}

    private static Priced call(long seed) {
        var some = new RandomPrices(seed);
        var tariff = some.tariff();
        var at = some.instant();
        var books = new ArrayList<PriceBook>();
        var attempts = new ArrayList<Attempt>();
        for (var i = 0; i <= some.upTo(2); i++) {
            var book = new PriceBook("m" + i, List.of(some.price()));
            var usage = some.usage(5_000, 5_000, 3, 60_000).servedAt(some.asked());
            var charge = tariff.quote(book, at).orElseThrow().charge(usage);
            books.add(book);
            attempts.add(
                    new Attempt(
                            book.model(),
                            "u" + i,
                            null,
                            null,
                            200,
                            null,
                            usage,
                            Counted.NONE,
                            UsageSource.UPSTREAM,
                            charge.priceVersion(),
                            charge.cost(),
                            charge.providerCost(),
                            at,
                            null,
                            20));
        }
        var id = new UUID(Uuid7.at(at.toEpochMilli()).getMostSignificantBits(), seed | 1L << 63);
        var event = Calls.call(id, at, UsageStatus.COMPLETED, 0, 5, 1);
        event = Calls.with(event, "attempts", attempts);
        event = Calls.with(event, "cost", sum(attempts.stream().map(Attempt::cost).toList()));
        event = Calls.with(event, "currency", tariff.currency());
        event =
                Calls.with(
                        event,
                        "providerCost",
                        sum(attempts.stream().map(Attempt::providerCost).toList()));
        return new Priced(event, new KnownBooks(tariff, books));
    }

    private static Money sum(List<Money> amounts) {
        return amounts.stream().reduce(Money.ZERO, Money::plus);
    }

    @Property(tries = 300)
    void agreesWithTheNode(@ForAll long seed) {
        var priced = call(seed);

        var rating = new Rater(priced.books()).rate(priced.event());

        assertThat(rating.agrees()).isTrue();
        assertThat(rating.ratedNanos()).isEqualTo(priced.event().cost().nanos());
    }

    @Property(tries = 300)
    void linesSumToTheListPriceThatWasRoundedOnce(@ForAll long seed) {
        var priced = call(seed);

        var tries = new Rater(priced.books()).lines(priced.event()).orElseThrow();

        var cost = Money.ZERO;
        for (var one : tries) {
            cost = cost.plus(one.charge().cost());
            assertThat(
                            one.charge().lines().stream()
                                    .map(PriceLine::amount)
                                    .reduce(BigDecimal.ZERO, BigDecimal::add))
                    .isEqualByComparingTo(one.charge().listAmount());
            assertThat(priced.event().attempts().get(one.attempt()).cost())
                    .isEqualTo(one.charge().cost());
        }
        assertThat(cost).isEqualTo(priced.event().cost());
    }

    @Property(tries = 100)
    void flagsANodeThatIsOffByTheLeast(@ForAll long seed) {
        var priced = call(seed);
        var off = priced.event().providerCost().plus(new Money(1));

        var rating =
                new Rater(priced.books()).rate(Calls.with(priced.event(), "providerCost", off));

        assertThat(rating.agrees()).isFalse();
    }
}
