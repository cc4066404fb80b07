package dev.sluice.admin.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Months, adjustments, re-ratings and accounts, as those see them who keep the books. */
@NeedsChromium
@TestInstance(Lifecycle.PER_CLASS)
class BooksUiIT {
    private static final YearMonth RUNNING =
            YearMonth.from(Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));

    private final Browser browser = new Browser();

    @BeforeAll
    void seed() throws Exception {
        Seed.config();
        Seed.call("5cf7651916cd43dd8448eb211c80319c", 1000, 200, "0.009");
        var earlier = RUNNING.minusMonths(2).atDay(20).atStartOfDay(ZoneOffset.UTC).toInstant();
        Seed.callAt(earlier, "6cf7651916cd43dd8448eb211c80319c", 2000, 100, "0.0075");
        Seed.callAt(
                earlier.plusSeconds(31L * 86_400),
                "7cf7651916cd43dd8448eb211c80319c",
                4000,
                100,
                "1.25");
        browser.logIn("admin", RunningConsole.PASSWORD);
        browser.seeText("Requests per second");
    }

    @AfterAll
    void close() {
        browser.close();
    }

    private void showsInBothLanguages(String page, List<String> texts) {
        for (var language : List.of("zh-CN", "en")) {
            browser.open("login");
            browser.speak(language);
            browser.open(page);
            browser.find("vaadin-grid");
            texts.forEach(browser::seeText);
            assertThat(browser.overflowPx()).as(page + " in " + language).isZero();
            browser.picture(page + "-" + language);
        }
    }

    private void untilBooked(String page, String text) {
        browser.until(
                page + " to have " + text,
                it -> {
                    browser.open(page);
                    browser.find("vaadin-grid");
                    return browser.body().contains(text) ? true : null;
                });
    }

    @Test
    void aMonthIsClosedAfterItsTotalsWereSeenAndLateUseIsMarked() throws Exception {
        var first = RUNNING.minusMonths(2);
        untilBooked("periods", first.toString());
        showsInBothLanguages("periods", List.of(first.toString(), RUNNING.toString()));
        browser.seeText("Close " + first + " first");
        browser.seeText("Can be closed");

        browser.click(".close-" + first);
        assertThat(browser.text("#close-totals")).contains("USD 0.0075");
        browser.picture("periods-close");
        browser.click("#form-save");
        browser.seeText(first + " of acme is closed");

        browser.click(".statement-of-" + first);
        browser.seeText("SHA-256");
        assertThat(browser.text("#statement-amount")).isEqualTo("USD 0.0075");
        browser.picture("periods-statement");
        browser.click("#kept-statement");
        assertThat(browser.downloaded("statement-acme-" + first + ".json"))
                .contains("\"closed\":true");

        Seed.callAt(
                first.atDay(21).atStartOfDay(ZoneOffset.UTC).toInstant(),
                "8cf7651916cd43dd8448eb211c80319c",
                700,
                100,
                "0.33");
        untilBooked("requests?id=8cf7651916cd43dd8448eb211c80319c", "acme/assistant/prod");
        browser.open("periods");
        browser.click(".statement-of-" + first.plusMonths(1));
        browser.seeText("Late use of " + first);
        browser.seeText("Not final: as of now");
        assertThat(browser.text("#statement-amount")).isEqualTo("USD 1.58");
        browser.picture("periods-late");
    }

    @Test
    void anAdjustmentIsAskedAboutBookedAndTakenBack() {
        browser.open("login");
        browser.speak("en");
        browser.open("adjustments");
        browser.click("#add-adjustment");
        browser.click("#form-save");
        browser.seeText("Tenant is missing");
        browser.seeText("Reference is missing");
        browser.choose("#adjustment-tenant", "acme");
        browser.type("#adjustment-amount input", "-12.5");
        browser.type("#adjustment-reason textarea", "goodwill for the outage");
        browser.type("#adjustment-reference input", "CN-7");
        browser.picture("adjustments-form");
        browser.click("#form-save");
        browser.seeText("acme is given back USD 12.50");
        browser.click("vaadin-confirm-dialog vaadin-button[slot=confirm-button]");

        browser.seeText("goodwill for the outage");
        browser.seeText("USD -12.50");
        var credited = browser.text(".sum");
        browser.click(".reverse-adjustment");
        browser.seeText("Take back");
        browser.click("#form-save");
        browser.seeText("acme is charged USD 12.50");
        browser.click("vaadin-confirm-dialog vaadin-button[slot=confirm-button]");
        browser.seeText("reversal:CN-7");
        assertThat(browser.text(".sum")).isNotEqualTo(credited);

        browser.click("#add-adjustment");
        browser.choose("#adjustment-tenant", "acme");
        browser.type("#adjustment-amount input", "3");
        browser.type("#adjustment-reason textarea", "another one");
        browser.type("#adjustment-reference input", "CN-7");
        browser.click("#form-save");
        browser.click("vaadin-confirm-dialog vaadin-button[slot=confirm-button]");
        browser.seeText("It stands for another adjustment of this tenant");
        showsInBothLanguages("adjustments", List.of("CN-7", "reversal:CN-7", "USD 12.50"));
    }

    @Test
    void aWhatIfIsComputedAndApproved() {
        untilBooked("requests?id=5cf7651916cd43dd8448eb211c80319c", "acme/assistant/prod");
        browser.open("login");
        browser.speak("en");
        browser.open("re-ratings");
        browser.click("#add-re-rating");
        browser.click("#form-save");
        browser.seeText("Model is missing");
        browser.choose("#re-rating-model", "large");
        browser.choose("#re-rating-source", "As published now");
        browser.seeText("from 2026-01-01");
        browser.type("#re-rating-reason textarea", "the list price was wrong");
        browser.picture("re-ratings-form");
        browser.click("#form-save");

        browser.seeText("What-if for large");
        browser.seeText("acme");
        browser.picture("re-ratings-what-if");
        browser.choose("#re-rating-group", "Tenant");
        browser.click("#approve-re-rating");
        browser.picture("re-ratings-approve");
        browser.click("vaadin-confirm-dialog vaadin-button[slot=confirm-button]");
        browser.seeText("The differences are booked as adjustments");
        showsInBothLanguages("re-ratings", List.of("large", "the list price was wrong"));
        browser.seeText("Approved");
        browser.click(".open-re-rating");
        browser.seeText("What-if for large");
        browser.picture("re-ratings-approved");

        browser.open("audit");
        browser.seeText("approve");
        browser.seeText("Re-rating");
        assertThat(browser.body()).doesNotContain("audit.action", "kind.of");
        browser.picture("audit-of-books");
    }

    @Test
    void allAccountsComeToZero() {
        untilBooked("accounts", "acme");
        showsInBothLanguages("accounts", List.of("acme", "provider"));
        browser.seeText("Entries in USD come to zero");
    }

    @Test
    void aMemberSeesTheirTenantAndNoButtons() {
        var password = "member-of-the-tests";
        Seed.member("books-reader", password);
        try (var reader = new Browser()) {
            reader.logIn("books-reader", password);
            reader.seeText("Requests per second");
            for (var page : List.of("periods", "adjustments", "accounts")) {
                reader.open(page);
                reader.find("vaadin-grid");
                reader.seeText("books-reader");
                assertThat(reader.source())
                        .doesNotContain("add-adjustment", "close-" + RUNNING.minusMonths(1));
                assertThat(reader.body()).doesNotContain("Re-ratings");
                reader.picture("member-" + page);
            }
            reader.open("accounts");
            reader.seeText("Owed by the tenant");
            assertThat(reader.body()).doesNotContain("Owed to the provider");
        }
    }

    @Test
    void anAuditorReadsAllAndChangesNothing() {
        var password = "auditor-of-the-tests";
        Seed.person("books-auditor", password, "auditor");
        try (var reader = new Browser()) {
            reader.logIn("books-auditor", password);
            reader.seeText("Requests per second");
            for (var page : List.of("periods", "adjustments", "accounts", "prices")) {
                reader.open(page);
                reader.seeText("books-auditor");
                reader.find(page.equals("prices") ? "#price-plan" : "vaadin-grid");
                assertThat(reader.source()).doesNotContain("add-adjustment", "reverse-adjustment");
                assertThat(reader.body())
                        .doesNotContain("Re-ratings", "Can be closed\nSo far\nClose");
            }
            reader.open("reconciliation");
            reader.clickText("Thresholds");
            reader.seeText("Every upstream without its own");
            assertThat(reader.source()).doesNotContain("add-threshold", "edit-threshold");
            reader.open("re-ratings");
            reader.seeText("There is no such page");
        }
    }

    @Test
    void theMenuIsReachableInALowWindow() {
        browser.open("login");
        browser.speak("en");
        browser.open("periods");
        assertThat(browser.isInWindow("vaadin-side-nav-item[path='users']")).isTrue();
        browser.clickText("Users and tokens");
        browser.seeText("who may log in to the console");
    }
}
