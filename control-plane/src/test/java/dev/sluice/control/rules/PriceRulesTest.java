package dev.sluice.control.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.price.Price;
import dev.sluice.model.price.TokenKind;
import dev.sluice.model.route.UpstreamModel;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PriceRulesTest {
    private static final Instant JANUARY = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant MARCH = Instant.parse("2026-03-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
    private static final Instant JULY = Instant.parse("2026-07-01T00:00:00Z");
    private static final Instant AUGUST = Instant.parse("2026-08-01T00:00:00Z");

    @Test
    void letsAPriceOfTheFutureChangeAndGo() {
        var booked = model(price(JANUARY, null, "1"), price(JULY, null, "2"));

        assertThat(faults(booked, model(price(JANUARY, null, "1"), price(AUGUST, null, "3"))))
                .isEmpty();
        assertThat(faults(booked, model(price(JANUARY, null, "1.00")))).isEmpty();
    }

    @Test
    void letsARunningPriceEndInTheFutureOnly() {
        var booked = model(price(JANUARY, null, "1"));

        assertThat(faults(booked, model(price(JANUARY, JULY, "1")))).isEmpty();
        assertThat(faults(booked, model(price(JANUARY, MARCH, "1")))).hasSize(1);
    }

    @Test
    void keepsWhatHasEndedAsItWas() {
        var booked = model(price(JANUARY, MARCH, "1"));

        assertThat(faults(booked, model(price(JANUARY, JULY, "1")))).hasSize(1);
        assertThat(faults(booked, model(price(JANUARY, null, "1")))).hasSize(1);
        assertThat(faults(booked, model())).hasSize(1);
    }

    @Test
    void refusesOtherAmountsAndNewPricesForThePast() {
        var booked = model(price(JANUARY, null, "1"));

        assertThat(faults(booked, model(price(JANUARY, null, "2")))).hasSize(1);
        assertThat(faults(booked, model(price(JANUARY, null, "1"), price(MARCH, null, "2"))))
                .hasSize(1);
    }

    @Test
    void letsAModelWithoutPricesGetThem() {
        assertThat(faults(model(), model(price(JANUARY, null, "1")))).isEmpty();
    }

    private static List<RuleFault> faults(UpstreamModel booked, UpstreamModel wanted) {
        var faults = new ArrayList<RuleFault>();
        PriceRules.check(booked, wanted, NOW, faults);
        return faults;
    }

    private static UpstreamModel model(Price... prices) {
        return new UpstreamModel(
                "m", "u", null, null, null, null, null, null, List.of(prices), null);
    }

    private static Price price(Instant from, Instant to, String input) {
        return new Price(from, to, Map.of(TokenKind.INPUT, new BigDecimal(input)), null);
    }
}
