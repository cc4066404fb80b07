package dev.sluice.admin.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The console as an administrator uses it, in a browser, over real servers. */
@NeedsChromium
@TestInstance(Lifecycle.PER_CLASS)
class ConsoleUiIT {
    private static final List<String> PAGES =
            List.of(
                    "",
                    "teams",
                    "catalogue",
                    "publications",
                    "requests",
                    "reports",
                    "periods",
                    "adjustments",
                    "re-ratings",
                    "accounts",
                    "prices",
                    "reconciliation",
                    "deliveries",
                    "waste",
                    "anomalies",
                    "fleet",
                    "audit",
                    "users");

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
        browser.close();
    }

    @Test
    void anIssuedKeyIsSeenOnceAndNeverAgain() {
        browser.open("teams");
        browser.clickText("assistant");
        browser.click("#issue-key");
        browser.type("#key-name input", "mobile");
        browser.click("#form-save");

        var secret = browser.text("#new-secret");
        assertThat(secret).matches("ak_[0-9A-Za-z]{38}");
        browser.seeText("curl");
        browser.click("#secret-kept label");
        browser.click("#secret-done");

        browser.seeText("acme/assistant/mobile");
        browser.seeText("Active");
        browser.seeText(secret.substring(secret.length() - 4));
        browser.until("the secret to be gone", page -> !page.getPageSource().contains(secret));
        browser.open("teams");
        browser.clickText("mobile");
        browser.find("#revoke-key");
        assertThat(browser.source()).doesNotContain(secret);
    }

    @Test
    void aRevokedKeyAsksFirstAndIsGone() {
        browser.open("teams");
        browser.clickText("assistant");
        browser.click("#issue-key");
        browser.type("#key-name input", "shortlived");
        browser.click("#form-save");
        browser.click("#secret-kept label");
        browser.click("#secret-done");
        browser.seeText("acme/assistant/shortlived");

        browser.click("#revoke-key");
        browser.seeText("never comes back");
        browser.click("vaadin-confirm-dialog vaadin-button[slot=confirm-button]");

        browser.seeText("acme/assistant/shortlived is revoked");
        browser.open("audit");
        browser.seeText("revoke");
        browser.seeText("acme/assistant/shortlived");
    }

    @Test
    void whatAFileManagesCanBeReadOnly() {
        browser.open("catalogue");
        browser.seeText("team.yaml");
        browser.clickText("Upstreams");
        browser.seeText("firs…only");
        browser.clickText("provider");

        browser.seeText("Managed by team.yaml");
        assertThat(browser.source()).doesNotContain("first-and-last-kept-only");
    }

    @Test
    void aDraftIsPublishedAndRolledBack() {
        browser.open("teams");
        browser.click("#add-tenant");
        browser.type("#tenant-name input", "payments");
        browser.click("#form-save");
        browser.seeText("New, in your draft");
        browser.clickText("Review and publish");

        browser.seeText("payments");
        browser.type("#publish-comment input", "payments joins");
        browser.click("#publish");

        browser.seeText("is published");
        browser.seeText("payments joins");
        browser.seeText("Nothing is drafted");
        browser.open("publications");
        browser.click("[class*='roll-back-1']");
        browser.click("vaadin-confirm-dialog vaadin-button[slot=confirm-button]");
        browser.seeText("rollback to");
    }

    @Test
    void aRollbackNamesTheKeysThatWouldEnd() {
        Seed.laterKey("late");
        browser.open("publications");
        browser.click("[class~='roll-back-1']");

        browser.seeText("late/bot/prod");
        browser.clickText("Revoke and roll back");
        browser.seeText("is published");
        browser.open("audit");
        browser.seeText("late/bot/prod");
    }

    @Test
    void aNumberIsReadAsItWasTyped() {
        browser.open("teams");
        browser.click("#add-tenant");
        browser.type("#tenant-name input", "fractions");
        browser.type("#limit-requests input", "1.5");
        browser.click("#form-save");

        browser.seeText("“1.5” is not a whole number");
    }

    @Test
    void aBudgetOfNothingIsAskedAbout() {
        browser.open("teams");
        browser.click("#add-tenant");
        browser.type("#tenant-name input", "broke");
        browser.click("#add-budget");
        browser.type(".budget-row .figure input", "0");
        browser.click("#form-save");

        browser.seeText("refuses every call");
    }

    @Test
    void aFirstPriceHoldsFromThisDayOn() {
        browser.open("catalogue");
        browser.clickText("Models");
        browser.seeText("USD 2.5");
        browser.click("#add-model");

        browser.seeText("Prices per million tokens, USD");
        browser.seeText("The first price may begin in the past");
    }

    @Test
    void headlinesShowSmallAmountsWhole() throws Exception {
        Seed.call("2bf7651916cd43dd8448eb211c80319c", 10, 1, "0.000449");

        browser.until(
                "the amount to be shown",
                page -> {
                    browser.open("overview");
                    browser.find(".tile-value");
                    return browser.body().contains("USD 0.0") ? true : null;
                });

        assertThat(browser.showsWhole(".tile-value")).isTrue();
    }

    @Test
    void theTrailSpeaksTheReadersLanguage() {
        browser.speak("zh-CN");
        browser.open("audit");

        browser.seeText("创建");
        browser.seeText("租户");
    }

    @Test
    void aFormSaysWhatIsWrongAndStaysOpen() {
        browser.open("teams");
        browser.click("#add-tenant");
        browser.type("#tenant-name input", "no spaces please");
        browser.click("#form-save");

        browser.seeText("Letters, digits, dots, underscores and hyphens");
        browser.find("#tenant-name");
    }

    @Test
    void aCallIsFoundByItsTraceWithItsCostAndPrice() throws Exception {
        var trace = Seed.call("0af7651916cd43dd8448eb211c80319c", 1200, 340, "0.0064");

        browser.until(
                "the ledger to have the call",
                page -> {
                    browser.open("requests?id=" + trace);
                    browser.find("vaadin-grid");
                    return browser.body().contains("acme/assistant/prod") ? true : null;
                });
        browser.seeText("USD 0.0064");
        browser.clickText("acme/assistant/prod");

        browser.seeText("large@2026-01-01T00:00:00Z");
        browser.seeText(trace);
        browser.seeText("1,200");
    }

    @Test
    void theDownloadedReportIsTheOneShown() throws Exception {
        Seed.call("1af7651916cd43dd8448eb211c80319c", 1000, 100, "0.0035");
        var month = YearMonth.from(Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));

        browser.until(
                "the month to have a line",
                page -> {
                    browser.open("reports");
                    browser.find("vaadin-grid");
                    return browser.body().contains("assistant") ? true : null;
                });
        browser.click("#download-csv");

        var lines = browser.downloaded(month + ".csv").lines().toList();
        var header = Arrays.asList(lines.getFirst().split(","));
        var line = lines.get(1).split(",");
        assertThat(line[header.indexOf("tenant")]).isEqualTo("acme");
        browser.seeText("USD " + line[header.indexOf("cost")]);
        assertThat(browser.text(".sum")).isNotBlank();
    }

    @Test
    void everyPageSpeaksBothLanguagesAndFitsTheWindow() {
        for (var language : List.of("en", "zh-CN")) {
            browser.open("login");
            browser.speak(language);
            for (var page : PAGES) {
                browser.open(page);
                browser.find(".page");
                browser.until(
                        page + " to be titled",
                        it -> browser.text(".page-title").isBlank() ? null : true);
                var title = browser.text(".page-title");
                assertThat(title.codePoints().anyMatch(Character::isIdeographic))
                        .as(page + " in " + language)
                        .isEqualTo(language.equals("zh-CN"));
                assertThat(browser.text("body"))
                        .as(page + " shows keys of texts")
                        .doesNotContainPattern(
                                "\\b(page|form|word|teams|requests|audit|kind|periods|adjustments"
                                        + "|reRatings|accounts|prices|bills|alarms|secrets)"
                                        + "\\.[a-z]+\\b");
                assertThat(browser.overflowPx()).as(page + " in " + language).isZero();
            }
        }
    }
}
