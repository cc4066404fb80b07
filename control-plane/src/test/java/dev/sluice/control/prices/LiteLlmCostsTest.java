package dev.sluice.control.prices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.web.Refusal;
import dev.sluice.model.json.SluiceJson;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Every cost of an entry is in the price or named among what was not taken. */
class LiteLlmCostsTest {
    @Test
    void takesEveryKindOfTokensExactly() {
        var price =
                fields(
                        """
                        {"input_cost_per_token": 3e-06, "output_cost_per_token": 0.000015,
                         "cache_read_input_token_cost": 3E-7,
                         "cache_creation_input_token_cost": 3.75e-06,
                         "cache_creation_input_token_cost_above_1hr": 6e-06,
                         "output_cost_per_reasoning_token": 1.25e-05,
                         "input_cost_per_audio_token": 0.0001,
                         "output_cost_per_audio_token": 2e-4,
                         "litellm_provider": "openai", "mode": "chat", "max_tokens": 8192}
                        """);

        assertThat(price.fields().path("currency").asString()).isEqualTo("USD");
        assertThat(figures(price.fields().path("perMillion")))
                .isEqualTo(
                        Map.of(
                                "input", "3",
                                "output", "15",
                                "cachedInput", "0.3",
                                "cacheWrite", "3.75",
                                "cacheWrite1h", "6",
                                "reasoning", "12.5",
                                "audioInput", "100",
                                "audioOutput", "200"));
        assertThat(price.notTaken()).isEmpty();
        assertThat(price.notes()).isEmpty();
    }

    @Test
    void makesTiersOfPricesForLongPrompts() {
        var price =
                fields(
                        """
                        {"input_cost_per_token": 1.25e-06, "output_cost_per_token": 1e-05,
                         "input_cost_per_token_above_128k_tokens": 2e-06,
                         "input_cost_per_token_above_200k_tokens": 2.5e-06,
                         "output_cost_per_token_above_200k_tokens": 1.5e-05,
                         "cache_creation_input_token_cost_above_1hr_above_200k_tokens": 9e-06}
                        """);

        assertThat(price.fields().path("tiers").toString())
                .isEqualTo(
                        """
                        [{"aboveInputTokens":128000,"perMillion":{"input":2}},\
                        {"aboveInputTokens":200000,"perMillion":\
                        {"input":2.5,"cacheWrite1h":9,"output":15}}]\
                        """);
        assertThat(price.notTaken()).isEmpty();
    }

    @Test
    void makesTiersOfStepsByRange() {
        var price =
                fields(
                        """
                        {"tiered_pricing": [
                          {"range": [0, 32000.0], "input_cost_per_token": 8e-07, "output_cost_per_token": 2e-06},
                          {"range": [32000.0, 128000.0], "input_cost_per_token": 1.2e-06,
                           "search_cost": 0.5}]}
                        """);

        assertThat(figures(price.fields().path("perMillion")))
                .isEqualTo(Map.of("input", "0.8", "output", "2"));
        assertThat(price.fields().path("tiers").toString())
                .isEqualTo("[{\"aboveInputTokens\":32000,\"perMillion\":{\"input\":1.2}}]");
        assertThat(price.notTaken())
                .extracting(PriceImport.NotTaken::field)
                .containsExactly("tiered_pricing[32000].search_cost");
    }

    @Test
    void makesOneFactorOfAServiceTierAndNamesWhatHasNone() {
        var price =
                fields(
                        """
                        {"input_cost_per_token": 2.5e-06, "output_cost_per_token": 1e-05,
                         "cache_read_input_token_cost": 1.25e-06,
                         "input_cost_per_token_batches": 1.25e-06, "output_cost_per_token_batches": 5e-06,
                         "input_cost_per_token_flex": 1e-06, "output_cost_per_token_flex": 5e-06,
                         "input_cost_per_token_priority": 5e-06, "output_cost_per_token_priority": 2e-05,
                         "cache_read_input_token_cost_priority": 2.5e-06,
                         "input_cost_per_audio_token_priority": 1e-06}
                        """);

        assertThat(figures(price.fields().path("serviceTiers")))
                .isEqualTo(Map.of("batch", "0.5", "priority", "2"));
        assertThat(price.notTaken())
                .extracting(it -> it.field() + ": " + it.reason())
                .containsExactlyInAnyOrder(
                        "input_cost_per_token_flex: no one factor makes flex of usual prices",
                        "output_cost_per_token_flex: no one factor makes flex of usual prices",
                        "input_cost_per_audio_token_priority: it has no usual price beside it");
        assertThat(price.notes())
                .containsExactly(
                        "batch is 0.5 of every usual price; the list says so of 2 prices and"
                                + " nothing of 1");
    }

    @Test
    void namesCostsThatAPriceHasNoPlaceFor() {
        var price =
                fields(
                        """
                        {"input_cost_per_second": 0.0001, "output_cost_per_image": 0.04,
                         "input_cost_per_request": 0.01, "output_cost_per_second": 0.0002,
                         "input_cost_per_character": 0, "code_interpreter_cost_per_session": 0.03,
                         "search_context_cost_per_query": {"low": 0.03}, "some_new_pricing": "x"}
                        """);

        assertThat(price.fields().path("perSecond").decimalValue()).isEqualByComparingTo("0.0001");
        assertThat(price.fields().path("perImage").decimalValue()).isEqualByComparingTo("0.04");
        assertThat(price.fields().path("perRequest").decimalValue()).isEqualByComparingTo("0.01");
        assertThat(price.notTaken())
                .extracting(PriceImport.NotTaken::field)
                .containsExactly(
                        "output_cost_per_second",
                        "code_interpreter_cost_per_session",
                        "search_context_cost_per_query",
                        "some_new_pricing");
    }

    @Test
    void refusesACostThatIsNoNumber() {
        assertThatThrownBy(() -> fields("{\"input_cost_per_token\": \"free\"}"))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.error().toString())
                                        .contains(
                                                "gpt-x.input_cost_per_token", "must be a number"));
    }

    @Property(tries = 500)
    void movesThePointAndChangesNoDigit(
            @ForAll @LongRange(min = 0, max = 999_999_999_999L) long digits,
            @ForAll @LongRange(min = 0, max = 20) long scale) {
        var cost = BigDecimal.valueOf(digits, (int) scale);
        var entry = SluiceJson.mapper().createObjectNode();
        entry.set(
                "input_cost_per_token",
                SluiceJson.mapper().readTree(cost.unscaledValue() + "e-" + scale));

        var read = LiteLlmCosts.read("gpt-x", entry).fields().path("perMillion").path("input");

        assertThat(read.decimalValue()).isEqualByComparingTo(cost.multiply(new BigDecimal(1e6)));
        assertThat(read.decimalValue().scale()).isNotNegative();
    }

    private static ListedPrice fields(String entry) {
        return LiteLlmCosts.read("gpt-x", (ObjectNode) SluiceJson.mapper().readTree(entry));
    }

    private static Map<String, String> figures(tools.jackson.databind.JsonNode object) {
        var figures = new TreeMap<String, String>();
        ((ObjectNode) object)
                .forEachEntry(
                        (name, value) -> figures.put(name, value.decimalValue().toPlainString()));
        return figures;
    }
}
