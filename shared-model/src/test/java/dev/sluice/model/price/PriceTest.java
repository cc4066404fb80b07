package dev.sluice.model.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.money.Money;
import dev.sluice.model.usage.TokenUsage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PriceTest {
    private static final Instant JANUARY = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant MARCH = Instant.parse("2026-03-01T00:00:00Z");

    private static Price price(
            Instant from, @Nullable Instant to, Map<TokenKind, String> perMillion) {
        var exact = new java.util.EnumMap<TokenKind, BigDecimal>(TokenKind.class);
        perMillion.forEach((kind, text) -> exact.put(kind, new BigDecimal(text)));
        return new Price(from, to, exact, null);
    }

    private static Quote quote(Price price) {
        return Tariff.plain(ExchangeRates.none("USD"))
                .quote(new PriceBook("m", List.of(price)), MARCH)
                .orElseThrow();
    }

    private static Money cost(Price price, TokenUsage usage) {
        return quote(price).cost(usage);
    }

    private static Money most(Price price, long input, long output, long images, long audioMs) {
        return quote(price).most(input, output, images, audioMs, null);
    }

    private static final Price CACHED =
            price(
                    JANUARY,
                    null,
                    Map.of(
                            TokenKind.INPUT, "2.00",
                            TokenKind.CACHED_INPUT, "0.50",
                            TokenKind.OUTPUT, "8.00"));

    @Test
    void chargesCachedInputOnceAndAtItsOwnPrice() {
        var usage = new TokenUsage(20212, 16298, 0, 0, 931, 0, 0, 0);

        // 3914 × 2.00 + 16298 × 0.50 + 931 × 8.00, per million
        assertThat(cost(CACHED, usage)).isEqualTo(Money.parse("0.023425"));
    }

    @Test
    void givesAKindWithoutAPriceThatOfItsPlainKind() {
        var plain = price(JANUARY, null, Map.of(TokenKind.INPUT, "1", TokenKind.OUTPUT, "3"));

        assertThat(cost(plain, new TokenUsage(10, 4, 2, 1, 10, 5, 1, 2)))
                .isEqualTo(Money.parse("0.00004"));
    }

    @Test
    void addsTheFeeOfTheRequest() {
        var fee = new Price(JANUARY, null, Map.of(), new BigDecimal("0.01"));

        assertThat(cost(fee, TokenUsage.NONE)).isEqualTo(Money.parse("0.01"));
        assertThat(most(fee, 5, 5, 0, 0)).isEqualTo(Money.parse("0.01"));
    }

    @Test
    void chargesPicturesAndSecondsBesideTokens() {
        var price =
                new Price(
                        JANUARY,
                        null,
                        Map.of(TokenKind.INPUT, new BigDecimal("5")),
                        null,
                        new BigDecimal("0.04"),
                        new BigDecimal("0.0001"));

        // 1000 × 5 per million + 3 × 0.04 + 9.5 × 0.0001
        assertThat(cost(price, TokenUsage.of(1_000, 50).withMedia(3, 9_500)))
                .isEqualTo(Money.parse("0.12595"));
        assertThat(most(price, 1_000, 50, 3, 9_500)).isEqualTo(Money.parse("0.12595"));
        assertThat(price.pricesOutput()).isFalse();
        assertThat(CACHED.pricesOutput()).isTrue();
    }

    @Test
    void choosesThePriceByTheInstantTheCallBegan() {
        var first = price(JANUARY, MARCH, Map.of(TokenKind.INPUT, "1"));
        var second = price(MARCH, null, Map.of(TokenKind.INPUT, "2"));
        var book = new PriceBook("m", List.of(second, first));

        assertThat(book.at(JANUARY.minusNanos(1))).isEmpty();
        assertThat(book.at(MARCH.minusNanos(1))).contains(first);
        assertThat(book.at(MARCH)).contains(second);
        assertThat(book.versionOf(second)).isEqualTo("m@2026-03-01T00:00:00Z");
        assertThat(book.byVersion("m@2026-01-01T00:00:00Z")).contains(first);
    }

    @Property(tries = 300)
    void neverHoldsLessThanACallOfThatSizeCanCost(
            @ForAll @LongRange(min = 0, max = 1_000_000) long input,
            @ForAll @LongRange(min = 0, max = 1_000_000) long cached,
            @ForAll @LongRange(min = 0, max = 1_000_000) long output,
            @ForAll @LongRange(min = 0, max = 1_000_000) long reasoning) {
        var usage = new TokenUsage(input, cached, 0, 0, output, reasoning, 0, 0);

        assertThat(most(CACHED, input, output, 0, 0)).isGreaterThanOrEqualTo(cost(CACHED, usage));
    }

    @Property(tries = 300)
    void splitsAUsageIntoKindsThatSumToAll(
            @ForAll @LongRange(min = -5, max = 1000) long input,
            @ForAll @LongRange(min = -5, max = 1000) long cached,
            @ForAll @LongRange(min = -5, max = 1000) long written,
            @ForAll @LongRange(min = -5, max = 1000) long output,
            @ForAll @LongRange(min = -5, max = 1000) long reasoning) {
        var usage = new TokenUsage(input, cached, written, written, output, reasoning, 3, 3);

        var sum = 0L;
        for (var kind : TokenKind.values()) {
            assertThat(usage.of(kind)).isNotNegative();
            sum += usage.of(kind);
        }
        assertThat(sum).isEqualTo(usage.total());
    }
}
