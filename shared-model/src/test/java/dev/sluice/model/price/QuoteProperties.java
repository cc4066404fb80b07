package dev.sluice.model.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.TokenUsage;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Charges against a reference in whole numbers, for prices and usages of every shape. */
class QuoteProperties {
    private static final BigInteger NANOS = BigInteger.TEN.pow(9);

    /** A fraction of whole numbers: no rounding can hide in it. */
    private record Fraction(BigInteger above, BigInteger below) {
        static Fraction of(BigDecimal value) {
            return new Fraction(
                    value.movePointRight(30).toBigIntegerExact(), BigInteger.TEN.pow(30));
        }

        static Fraction of(long value) {
            return new Fraction(BigInteger.valueOf(value), BigInteger.ONE);
        }

        Fraction plus(Fraction other) {
            return new Fraction(
                    above.multiply(other.below).add(other.above.multiply(below)),
                    below.multiply(other.below));
        }

        Fraction times(Fraction other) {
            return new Fraction(above.multiply(other.above), below.multiply(other.below));
        }

        Fraction over(Fraction other) {
            return new Fraction(above.multiply(other.below), below.multiply(other.above));
        }

        /** Half up, of what is not negative. */
        long nanos() {
            var doubled = above.multiply(NANOS).shiftLeft(1);
            return doubled.add(below).divide(below.shiftLeft(1)).longValueExact();
        }
    }

    /** The list price, told in another way than the code tells it. */
    private static Fraction list(Price price, TokenUsage usage, Instant at) {
        var sum = price.perRequest() == null ? Fraction.of(0) : Fraction.of(price.perRequest());
        if (price.perImage() != null) {
            sum = sum.plus(Fraction.of(price.perImage()).times(Fraction.of(usage.images())));
        }
        if (price.perSecond() != null) {
            var seconds = Fraction.of(usage.audioMs()).over(Fraction.of(1_000));
            sum = sum.plus(Fraction.of(price.perSecond()).times(seconds));
        }
        for (var kind : TokenKind.values()) {
            var each = Fraction.of(perMillion(price, kind, usage.input()));
            var tokens = Fraction.of(usage.of(kind)).over(Fraction.of(1_000_000));
            sum = sum.plus(each.times(tokens));
        }
        for (var band : price.bands()) {
            if (band.holds(at)) {
                sum = sum.times(Fraction.of(band.factor()));
                break;
            }
        }
        var service = usage.serviceTier() == null ? "" : usage.serviceTier();
        return sum.times(Fraction.of(price.serviceTiers().getOrDefault(service, BigDecimal.ONE)));
    }

    private static BigDecimal perMillion(Price price, TokenKind kind, long input) {
        var chain =
                switch (kind) {
                    case INPUT, OUTPUT -> List.of(kind);
                    case CACHED_INPUT, CACHE_WRITE, AUDIO_INPUT -> List.of(kind, TokenKind.INPUT);
                    case CACHE_WRITE_1H -> List.of(kind, TokenKind.CACHE_WRITE, TokenKind.INPUT);
                    case REASONING, AUDIO_OUTPUT -> List.of(kind, TokenKind.OUTPUT);
                };
        var bound =
                price.tiers().stream()
                        .mapToLong(PriceTier::aboveInputTokens)
                        .filter(above -> above < input)
                        .max()
                        .orElse(-1);
        for (var one : chain) {
            for (var tier : price.tiers()) {
                if (tier.aboveInputTokens() == bound && tier.perMillion().containsKey(one)) {
                    return tier.perMillion().get(one);
                }
            }
            if (price.perMillion().containsKey(one)) {
                return price.perMillion().get(one);
            }
        }
        return BigDecimal.ZERO;
    }

    @Property(tries = 1000)
    void chargesWhatTheReferenceSaysRoundedOnce(@ForAll long seed) {
        var some = new RandomPrices(seed);
        var tariff = some.tariff();
        var price = some.price();
        var at = some.instant();
        var usage = some.usage(5_000, 5_000, 4, 90_000).servedAt(some.asked());
        var quote = tariff.quote(new PriceBook("m", List.of(price)), at).orElseThrow();

        var charge = quote.charge(usage);

        var list = list(price, usage, at);
        var listRate = Fraction.of(tariff.rates().at(charge.priceCurrency(), at).orElseThrow());
        var ownRate = Fraction.of(tariff.rates().at(tariff.currency(), at).orElseThrow());
        assertThat(charge.cost().nanos())
                .isEqualTo(
                        list.times(listRate)
                                .times(Fraction.of(tariff.markup()))
                                .over(ownRate)
                                .nanos());
        assertThat(charge.providerCost().nanos()).isEqualTo(list.times(listRate).nanos());
        assertThat(
                        charge.lines().stream()
                                .map(PriceLine::amount)
                                .reduce(BigDecimal.ZERO, BigDecimal::add))
                .isEqualByComparingTo(charge.listAmount());
        assertThat(charge.lines()).noneMatch(line -> line.quantity().signum() == 0);
    }

    @Property(tries = 1000)
    void explainsEachLineByItsOwnFigures(@ForAll long seed) {
        var some = new RandomPrices(seed);
        var price = some.price();
        var usage = some.usage(5_000, 5_000, 4, 90_000).servedAt(some.asked());
        for (var line : price.lines(usage, some.instant())) {
            var amount = line.quantity().multiply(line.unitPrice());
            for (var factor : line.factors()) {
                amount = amount.multiply(factor.factor());
            }
            assertThat(line.amount().multiply(BigDecimal.valueOf(line.per())))
                    .isEqualByComparingTo(amount);
        }
    }

    /** Whatever comes within the tokens that were held for, at a tier that was to be expected. */
    @Property(tries = 2000)
    void neverHoldsLessThanTheCallCanCost(@ForAll long seed) {
        var some = new RandomPrices(seed);
        var tariff = some.tariff();
        var price = some.price();
        var quote = tariff.quote(new PriceBook("m", List.of(price)), some.instant()).orElseThrow();
        var input = some.upTo(5_000);
        var output = some.upTo(5_000);
        var asked = some.asked();
        var served = some.usage(input, output, 3, 60_000).servedAt(asked);
        var usual = some.usage(input, output, 3, 60_000).servedAt("default");
        var most = quote.most(input, output, 3, 60_000, asked);

        assertThat(most).isGreaterThanOrEqualTo(quote.cost(served));
        assertThat(most).isGreaterThanOrEqualTo(quote.cost(usual));
        if (asked == null || asked.equals("auto")) {
            for (var tier : RandomPrices.TIERS) {
                assertThat(most).isGreaterThanOrEqualTo(quote.cost(served.servedAt(tier)));
            }
        }
    }

    /** What travels to the nodes charges what the control plane's own would. */
    @Property(tries = 300)
    void chargesTheSameAfterItTravelled(@ForAll long seed) {
        var some = new RandomPrices(seed);
        var price = some.price();
        var read = SluiceJson.read(SluiceJson.write(price), Price.class);
        var usage = some.usage(5_000, 5_000, 4, 90_000).servedAt(some.asked());
        var at = some.instant();

        assertThat(read.lines(usage, at)).isEqualTo(price.lines(usage, at));
    }

    /** Only the charge is known of abandoned calls: their list price is within its rounding. */
    @Property(tries = 500)
    void undoesTermsWithinTheRoundingOfTheCharge(@ForAll long seed) {
        var some = new RandomPrices(seed);
        var tariff = some.tariff();
        var quote =
                tariff.quote(new PriceBook("m", List.of(some.price())), some.instant())
                        .orElseThrow();
        var charge = quote.charge(some.usage(5_000, 5_000, 4, 90_000));

        var terms = charge.terms();
        var undone =
                terms == null ? charge.cost() : terms.listPriceOf(charge.cost(), tariff.currency());

        var nano = quote.ownRate().divide(tariff.markup(), 9, java.math.RoundingMode.UP);
        assertThat(Math.abs(undone.nanos() - charge.providerCost().nanos()))
                .isLessThanOrEqualTo(nano.longValue() + 2);
    }

    @Property(tries = 200)
    void neverFailsOnWhatAnUpstreamClaims(@ForAll long seed) {
        var some = new RandomPrices(seed);
        var quote =
                some.tariff()
                        .quote(new PriceBook("m", List.of(some.price())), some.instant())
                        .orElseThrow();
        var most = TokenUsage.MOST;

        var charge = quote.charge(some.usage(most, most, most, most));

        assertThat(charge.cost().nanos()).isBetween(0L, Money.parse("1000000000").nanos());
        assertThat(charge.providerCost().nanos()).isBetween(0L, 1_000_000_000_000_000_000L);
    }
}
