package dev.sluice.control.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
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
    void holdsTiersBandsFactorsAndCurrencyToWhatWasBooked() {
        var booked = model(read(FULL));

        assertThat(faults(booked, model(read(FULL.replace("0.5", "0.50"))))).isEmpty();
        for (var change :
                List.of(
                        "CNY>EUR",
                        "200000>128000",
                        "2.5>3",
                        "22:00>23:00",
                        "mon>tue",
                        "flex>batch",
                        "0.25>0.3")) {
            var pair = change.split(">");
            assertThat(faults(booked, model(read(FULL.replace(pair[0], pair[1])))))
                    .as(change)
                    .hasSize(1);
        }
    }

    private static final String FULL =
            """
            {"from": "2026-01-01T00:00:00Z", "currency": "CNY", "perMillion": {"input": 1},
             "tiers": [{"aboveInputTokens": 200000, "perMillion": {"input": 2.5}}],
             "bands": [{"days": ["mon"], "from": "22:00", "to": "06:00", "factor": 0.5}],
             "serviceTiers": {"flex": 0.25}}
            """;

    private static Price read(String json) {
        return SluiceJson.read(json, Price.class);
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
