package dev.sluice.admin.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What the month cost, was wasted, sent and out of the usual, in a browser over real servers. */
@NeedsChromium
@TestInstance(Lifecycle.PER_CLASS)
class ReportPagesUiIT {
    private static final String TRACE = "3cf7651916cd43dd8448eb211c80319c";

    private final Browser browser = new Browser();

    @BeforeAll
    void logIn() throws Exception {
        Seed.config();
        Seed.call(TRACE, 1200, 340, "0.0064", "length");
        RunningConsole.execute(
                """
                INSERT INTO anomaly VALUES
                  ('01935e2c-7c00-7000-8000-000000000001', 'acme', 'assistant', 'spend',
                   '2026-11-30 09:00Z', 41.5, 4.1, 0.4, 3120, 'USD', '2026-11-30 10:10Z'),
                  ('01935e2c-7c00-7000-8000-000000000002', 'acme', 'assistant', 'error-rate',
                   '2026-11-30 08:00Z', 0.31, 0.01, 0.04, 290, 'USD', '2026-11-30 09:10Z')
                ON CONFLICT DO NOTHING
                """);
        RunningConsole.execute(
                """
                INSERT INTO report_delivery VALUES
                  ('01935e2c-7c00-7000-8000-000000000003', 'acme', '2026-10-01', 'mail',
                   'finance@acme.example', NULL, 'xlsx', 'delivered', 1, '2026-11-01 06:00Z',
                   '2026-11-01 06:00Z', '2026-11-01 06:00:02Z', NULL),
                  ('01935e2c-7c00-7000-8000-000000000004', 'acme', '2026-10-01', 'webhook',
                   'https://acme.example/sluice', 'finance', 'csv', 'failed', 14,
                   '2026-11-03 06:00Z', '2026-11-01 06:00Z', NULL, 'the receiver answered 503')
                ON CONFLICT DO NOTHING
                """);
        browser.logIn("admin", RunningConsole.PASSWORD);
        browser.seeText(
                "Requests per second"); // else its arrival takes the place of what is opened
    }

    @AfterAll
    void close() {
        browser.close();
    }

    private void showsInBothLanguages(String page, String name, List<String> texts) {
        for (var language : List.of("zh-CN", "en")) {
            browser.open("login");
            browser.speak(language);
            browser.open(page);
            browser.find("vaadin-grid");
            texts.forEach(browser::seeText);
            assertThat(browser.overflowPx()).as(page + " in " + language).isZero();
            browser.picture(name + "-" + language);
        }
    }

    private void untilBooked(String page, String text) {
        browser.until(
                page + " to have the call",
                it -> {
                    browser.open(page);
                    browser.find("vaadin-grid");
                    return browser.body().contains(text) ? true : null;
                });
    }

    @Test
    void theMonthCanBeGrouped() {
        untilBooked("reports", "assistant");
        showsInBothLanguages("reports", "reports", List.of("assistant", "support", "USD"));

        browser.choose("#group-by", "Key");

        browser.seeText("prod");
        browser.picture("reports-by-key");
    }

    @Test
    void aReceiptHasItsPriceLines() {
        untilBooked("requests?id=" + TRACE, "acme/assistant/prod");
        for (var language : List.of("zh-CN", "en")) {
            browser.open("login");
            browser.speak(language);
            browser.open("requests?id=" + TRACE);
            browser.clickText("acme/assistant/prod");
            browser.seeText("1,200");
            browser.picture("receipt-" + language);
        }
        browser.clickText("Price lines");
        browser.picture("receipt-lines");
    }

    @Test
    void wasteNamesWhatToDo() {
        untilBooked("waste", "acme/assistant");
        showsInBothLanguages("waste", "waste", List.of("acme/assistant", "USD 0.0064"));
        browser.seeText("Cut at the cap");
        browser.seeText("Raise the output cap");
    }

    @Test
    void anAnomalyIsAcknowledged() {
        showsInBothLanguages(
                "anomalies", "anomalies", List.of("acme/assistant", "USD 41.5", "31 %"));

        browser.clickText("Acknowledge");

        browser.until("one to be gone", page -> browser.body().contains("41.5") ? null : true);
        browser.seeText("31 %");
    }

    @Test
    void deliveriesShowTheirFaultAndAreTriedAgain() {
        showsInBothLanguages(
                "deliveries",
                "deliveries",
                List.of("finance@acme.example", "the receiver answered 503"));
        browser.seeText("Given up");

        browser.click("[class~='retry-delivery']");

        browser.seeText("Waiting");
    }

    @Test
    void aSigningSecretIsSeenOnceAndRotated() {
        browser.open("login");
        browser.speak("en");
        browser.open("deliveries");
        browser.clickText("Signing secrets");
        browser.click("#add-secret");
        browser.choose("#secret-tenant", "acme");
        browser.type("#secret-name input", "no spaces please");
        browser.click("#form-save");
        browser.seeText("beginning with a letter or digit");
        browser.picture("secrets-form");
        browser.type("#secret-name input", "finance");
        browser.click("#form-save");

        var secret = browser.text("#new-secret");
        assertThat(secret).matches("[0-9a-f]{64}");
        browser.click("#secret-kept label");
        browser.click("#secret-done");
        browser.until("the secret to be gone", page -> !page.getPageSource().contains(secret));
        browser.seeText("finance");
        browser.picture("secrets-en");
        browser.click(".rotate-secret");
        browser.seeText("Make acme/finance anew?");
        browser.click("vaadin-confirm-dialog vaadin-button[slot=confirm-button]");
        assertThat(browser.text("#new-secret")).matches("[0-9a-f]{64}").isNotEqualTo(secret);
        browser.click("#secret-kept label");
        browser.click("#secret-done");
        browser.speak("zh-CN");
        browser.open("deliveries");
        browser.clickText("签名密钥");
        browser.seeText("未引用");
        browser.picture("secrets-zh-CN");
        browser.speak("en");
    }
}
