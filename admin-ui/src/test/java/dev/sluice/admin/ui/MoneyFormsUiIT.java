package dev.sluice.admin.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Prices, currencies and budgets are entered in the console as they are in a file. */
@NeedsChromium
@TestInstance(Lifecycle.PER_CLASS)
class MoneyFormsUiIT {
    private final Browser browser = new Browser();

    @BeforeAll
    void logIn() {
        Seed.config();
        browser.logIn("admin", RunningConsole.PASSWORD);
        browser.seeText("Requests per second");
    }

    @BeforeEach
    void readEnglish() {
        browser.speak("en");
    }

    @AfterAll
    void close() {
        Seed.discardDraft();
        browser.close();
    }

    @Test
    void aTenantHasACurrencyAMarkUpAndBudgetsWithPolicies() {
        browser.open("teams");
        browser.click("#add-tenant");
        browser.type("#tenant-name input", "fiscal");
        browser.type("#tenant-currency input", "USD");
        browser.type("#tenant-markup input", "1.15");
        browser.type("#tenant-fiscal-day input", "21");
        browser.click("#add-budget");
        browser.type(".budget-row .figure input", "250.5");
        browser.clickText("Policies");
        browser.choose(".budget-on-tight", "lower its output cap");
        browser.type(".budget-min-output input", "200");
        browser.choose(".budget-unpriceable", "costs a flat amount");
        browser.type(".budget-flat input", "0.25");
        browser.choose(".budget-split", "the same for each");
        browser.picture("tenant-form");
        browser.click("#form-save");
        browser.seeText("New, in your draft");

        var tenant = Seed.draft("tenant", "fiscal");
        assertThat(tenant.path("currency").asString()).isEqualTo("USD");
        assertThat(tenant.path("markup").decimalValue()).isEqualByComparingTo("1.15");
        assertThat(tenant.path("fiscalStartDay").asInt()).isEqualTo(21);
        var budget = tenant.path("budgets").get(0);
        assertThat(new BigDecimal(budget.path("amount").asString())).isEqualByComparingTo("250.5");
        assertThat(budget.path("onTight").asString()).isEqualTo("clamp");
        assertThat(budget.path("minOutput").asInt()).isEqualTo(200);
        assertThat(budget.path("unpriceable").asString()).isEqualTo("flat:0.25");
        assertThat(budget.path("split").asString()).isEqualTo("equal");
        assertThat(budget.has("onExhausted")).isFalse();
        assertThat(budget.has("overrun")).isFalse();
    }

    @Test
    void aPriceHasTiersTimesOfDayAndServiceTiers() {
        browser.open("catalogue");
        browser.clickText("Models");
        browser.click("#add-model");
        browser.type("#model-name input", "tiered");
        browser.choose("#model-upstream", "provider");
        browser.type(".kind-input input", "2");
        browser.type(".kind-output input", "8");
        browser.click("#price-terms vaadin-details-summary");
        browser.click("#add-tier");
        browser.type(".tier-row > .figure input", "200000");
        browser.type(".tier-row .kind-input input", "4");
        browser.click("#add-band");
        browser.type(".band-from input", "16:30");
        browser.type(".band-to input", "00:30");
        browser.type(".band-row > .figure input", "0.5");
        browser.click("#add-service-tier");
        browser.type(".service-tier-row > vaadin-text-field:first-child input", "batch");
        browser.type(".service-tier-row > .figure input", "0.5");
        browser.picture("price-form");
        browser.click("#add-price");
        browser.seeText("above 200,000 input tokens");
        browser.seeText("every day 16:30–00:30 UTC × 0.5");
        browser.seeText("batch × 0.5");
        browser.picture("price-form-added");
        browser.click("#form-save");
        browser.seeText("tiered");

        var price = Seed.draft("model", "tiered").path("prices").get(0);
        assertThat(price.path("perMillion").path("output").decimalValue())
                .isEqualByComparingTo("8");
        assertThat(price.path("tiers").get(0).path("aboveInputTokens").asInt()).isEqualTo(200_000);
        assertThat(price.path("tiers").get(0).path("perMillion").path("input").decimalValue())
                .isEqualByComparingTo("4");
        assertThat(price.path("bands").get(0).path("from").asString()).isEqualTo("16:30");
        assertThat(price.path("serviceTiers").path("batch").decimalValue())
                .isEqualByComparingTo("0.5");
    }

    @Test
    void aTenantsMonthsAndAlertsHaveRecipients() {
        browser.open("teams");
        browser.click("#add-tenant");
        browser.type("#tenant-name input", "reported");
        browser.click("#tenant-recipients vaadin-details-summary");
        browser.click("#add-report-recipient");
        browser.choose(".recipient-kind", "Webhook");
        browser.type(".recipient-address input", "acme.example/sluice");
        browser.click("#form-save");
        browser.seeText("An address that begins with https://");
        browser.seeText("a webhook is always signed");
        browser.type(".recipient-address input", "https://acme.example/sluice");
        browser.type(".recipient-secret input", "finance");
        browser.picture("tenant-recipients");
        browser.click("#form-save");
        browser.seeText("New, in your draft");

        var recipient = Seed.draft("tenant", "reported").path("reports").path("recipients").get(0);
        assertThat(recipient.path("webhook").asString()).isEqualTo("https://acme.example/sluice");
        assertThat(recipient.path("secret").asString()).isEqualTo("finance");
        assertThat(Seed.draft("tenant", "reported").has("alerts")).isFalse();
    }

    @Test
    void anUpstreamOfOnesOwnHasAPoolsPrice() {
        browser.open("catalogue");
        browser.clickText("Upstreams");
        browser.click("#add-upstream");
        browser.type("#upstream-name input", "own-gpus");
        browser.choose("#upstream-provider", "openai-compatible");
        browser.type("#upstream-url input", "http://10.0.0.1:8000/v1");
        browser.click("#gpu-pool vaadin-details-summary");
        browser.type("#gpu-amount input", "2.75");
        browser.click("#form-save");
        browser.seeText("GPUs is missing");
        browser.type("#gpu-count input", "8");
        browser.picture("upstream-pool");
        browser.click("#form-save");
        browser.seeText("own-gpus");

        var pool = Seed.draft("upstream", "own-gpus").path("gpuHour");
        assertThat(pool.path("amount").decimalValue()).isEqualByComparingTo("2.75");
        assertThat(pool.path("gpus").asInt()).isEqualTo(8);
    }
}
