package dev.sluice.admin.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A price list is shown as a plan first, and drafted then. */
@NeedsChromium
@TestInstance(Lifecycle.PER_CLASS)
class PriceListUiIT {
    private static final String MAP =
            """
            {"large": {"litellm_provider": "openai", "input_cost_per_token": 0.000003,
                       "output_cost_per_token": 0.000012, "output_vector_size": 3,
                       "search_context_cost_per_query": 0.05},
             "consoled": {"litellm_provider": "openai", "input_cost_per_token": 0.000001,
                          "output_cost_per_token": 0.000002,
                          "input_cost_per_token_above_200k_tokens": 0.000002,
                          "output_cost_per_token_above_200k_tokens": 0.000004},
             "unheard-of": {"litellm_provider": "openai", "input_cost_per_token": 0.000001}}
            """;

    private final Browser browser = new Browser();

    @BeforeAll
    void logIn() {
        Seed.config();
        Seed.model("consoled");
        browser.logIn("admin", RunningConsole.PASSWORD);
        browser.seeText("Requests per second");
    }

    @AfterAll
    void close() {
        Seed.discardDraft();
        browser.close();
    }

    @Test
    void aListIsPlannedAndDrafted() {
        for (var language : List.of("zh-CN", "en")) {
            browser.open("login");
            browser.speak(language);
            browser.open("prices");
            browser.paste("#price-text textarea", MAP);
            browser.click("#price-plan");
            browser.seeText("consoled");
            browser.seeText("search_context_cost_per_query");
            assertThat(browser.overflowPx()).as(language).isZero();
            browser.picture("prices-" + language);
        }
        browser.seeText("New 2");
        browser.seeText("a price here has no place for it");
        browser.seeText("unheard-of");
        browser.seeText("above 200,000 input tokens");

        browser.click("#price-draft");
        browser.seeText("Saved to your draft");

        var prices = Seed.draft("model", "consoled").path("prices");
        assertThat(prices.get(prices.size() - 1).path("perMillion").path("output").decimalValue())
                .isEqualByComparingTo("2");
        browser.picture("prices-drafted");
    }

    @Test
    void faultsAreSaidWithTheirLines() {
        browser.open("login");
        browser.speak("en");
        browser.open("prices");
        browser.click("#price-plan");
        browser.seeText("Paste a list or upload a file");
        browser.paste("#price-text textarea", "model,input\nlarge,lots\n");
        browser.click("#price-plan");

        assertThat(browser.text("#price-fault")).contains("Line 2");
        browser.picture("prices-faults");
    }
}
