package dev.sluice.admin.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Bills, counts and pools, as those see them who keep the books. */
@NeedsChromium
@TestInstance(Lifecycle.PER_CLASS)
class ReconciliationUiIT {
    private final Browser browser = new Browser();

    @BeforeAll
    void seed() throws Exception {
        Seed.config();
        Seed.call(UUID.randomUUID().toString().replace("-", ""), 1000, 200, "4.50");
        var today = LocalDate.now(Clock.systemUTC().withZone(ZoneOffset.UTC));
        Seed.bill(
                "provider",
                "time,model,input,output,amount,currency\n%s,large,1,1,90.25,USD\n%s,strange,5,0,,\n"
                        .formatted(today, today));
        browser.logIn("admin", RunningConsole.PASSWORD);
        browser.seeText("Requests per second");
    }

    @AfterAll
    void close() {
        browser.close();
    }

    @Test
    void showsTheBillTheCountsAndThePoolsInBothLanguages() {
        browser.speak("en");
        browser.open("reconciliation");
        browser.seeText("USD 90.25");
        browser.seeText("Differs");
        browser.seeText("No model here is called strange by the provider");
        assertThat(browser.overflowPx()).isZero();
        browser.seeText("No known cause fits");
        browser.picture("reconciliation-en");
        browser.clickText("Token drift");
        browser.seeText("Input P95");
        browser.clickText("GPU pools");
        browser.seeText("Share of the cost");

        browser.speak("zh-CN");
        browser.open("reconciliation");
        browser.seeText("供应商账单");
        browser.seeText("本系统没有供应商名称为 strange 的模型");
        assertThat(browser.overflowPx()).isZero();
        browser.picture("reconciliation-zh-CN");
        browser.clickText("告警");
        browser.seeText("查看当日");
        browser.picture("alarms-zh-CN");
        browser.clickText("阈值");
        browser.seeText("没有自己阈值的上游");
        browser.picture("thresholds-zh-CN");
        browser.speak("en");
    }

    @Test
    void alarmsLeadToTheirDayAndThresholdsAreSet() {
        browser.open("login");
        browser.speak("en");
        browser.open("reconciliation");
        browser.clickText("Alarms");
        browser.seeText("Raised (UTC)");
        browser.picture("alarms-en");
        browser.click(".show-alarm");
        browser.seeText("Likely causes");

        browser.clickText("Thresholds");
        browser.click("#add-threshold");
        browser.click("#form-save");
        browser.seeText("Upstream is missing");
        browser.choose("#threshold-upstream", "provider");
        browser.type("#threshold-percent input", "101");
        browser.type("#threshold-amount input", "25");
        browser.click("#form-save");
        browser.seeText("0 to 100, with at most six decimals");
        browser.picture("thresholds-form");
        browser.type("#threshold-percent input", "2.5");
        browser.click("#form-save");
        browser.seeText("The threshold is set");
        browser.seeText("2.5 %");
        browser.picture("thresholds-en");
    }

    @Test
    void aFileIsTakenBack() {
        Seed.bill("provider", "time,model,amount,currency\n2026-01-03,large,7.77,USD\n");
        for (var language : List.of("zh-CN", "en")) {
            browser.open("login");
            browser.speak(language);
            browser.open("reconciliation");
            browser.clickText(language.equals("en") ? "Files" : "文件");
            browser.seeText("2026-01-03 – 2026-01-03");
            browser.picture("bill-files-" + language);
        }
        browser.click(".remove-bill");
        browser.seeText("Take this file back?");
        browser.click("vaadin-confirm-dialog vaadin-button[slot=confirm-button]");
        browser.seeText("The file is taken back");
        browser.until(
                "the file to be gone", page -> browser.body().contains("2026-01-03") ? null : true);
    }
}
