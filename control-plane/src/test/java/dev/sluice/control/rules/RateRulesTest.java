package dev.sluice.control.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.price.ExchangeRate;
import dev.sluice.model.price.ExchangeRates;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateRulesTest {
    private static final Instant JANUARY = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant MARCH = Instant.parse("2026-03-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
    private static final Instant JULY = Instant.parse("2026-07-01T00:00:00Z");

    private static ExchangeRate rate(Instant from, String rate) {
        return new ExchangeRate(from, new BigDecimal(rate));
    }

    private static ExchangeRates rates(String currency, ExchangeRate... rates) {
        return new ExchangeRates(currency, Map.of("CNY", List.of(rates)));
    }

    private static Map<String, String> faults(ExchangeRates booked, ExchangeRates wanted) {
        return RateRules.check(booked, wanted, NOW);
    }

    @Test
    void letsRatesOfTheFutureChangeAndComeAndGo() {
        var booked = rates("USD", rate(JANUARY, "0.14"), rate(JULY, "0.15"));

        assertThat(faults(booked, rates("USD", rate(JANUARY, "0.140"), rate(JULY, "0.16"))))
                .isEmpty();
        assertThat(faults(booked, rates("USD", rate(JANUARY, "0.14")))).isEmpty();
        assertThat(faults(ExchangeRates.none("USD"), booked)).isEmpty();
    }

    @Test
    void keepsThePast() {
        var booked = rates("USD", rate(JANUARY, "0.14"));

        assertThat(faults(booked, rates("USD", rate(JANUARY, "0.15"))))
                .containsEntry(
                        "currencies.CNY",
                        "the rate from 2026-01-01T00:00:00Z is booked and must stay");
        assertThat(faults(booked, ExchangeRates.none("USD"))).containsKey("currencies.CNY");
        assertThat(faults(booked, rates("USD", rate(JANUARY, "0.14"), rate(MARCH, "0.15"))))
                .containsEntry(
                        "currencies.CNY",
                        "a new rate may not begin in the past: calls since then are booked");
    }

    @Test
    void keepsTheCurrency() {
        assertThat(faults(ExchangeRates.none("USD"), ExchangeRates.none("EUR")))
                .containsOnlyKeys("currency");
    }
}
