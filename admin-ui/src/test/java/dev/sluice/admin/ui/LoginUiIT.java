package dev.sluice.admin.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@NeedsChromium
@TestInstance(Lifecycle.PER_CLASS)
class LoginUiIT {
    private final Browser browser = new Browser();

    @AfterEach
    void forget() {
        browser.open("login");
        browser.forget();
    }

    @AfterAll
    void close() {
        browser.close();
    }

    @Test
    void whoeverIsNotLoggedInIsSentToTheLoginFirst() {
        browser.open("");
        browser.find("vaadin-login-form");

        browser.logIn("admin", RunningConsole.PASSWORD);

        browser.seeText("Requests per second");
        assertThat(browser.overflowPx()).isZero();
    }

    @Test
    void aWrongPasswordIsSaidInWords() {
        browser.logIn("admin", "not the password");

        browser.seeText("User name or password is wrong");
        assertThat(browser.path()).startsWith("/login");
    }

    @Test
    void loggingOutEndsTheSession() {
        browser.logIn("admin", RunningConsole.PASSWORD);
        browser.click(".person-menu vaadin-menu-bar-button");
        browser.clickText("Log out");
        browser.find("vaadin-login-form");

        browser.open("");

        browser.find("vaadin-login-form");
    }

    @Test
    void theLanguageIsChosenAndKept() {
        browser.open("login");
        browser.click(".language-choice");
        browser.clickText("简体中文");
        browser.seeText("用户名");

        browser.logIn("admin", RunningConsole.PASSWORD);

        browser.seeText("每秒请求数");
    }

    @Test
    void aMemberSeesOnlyWhatIsForMembers() {
        Seed.member("mia", "a-long-password");
        browser.logIn("mia", "a-long-password");
        browser.seeText("Tenant acme");

        assertThat(browser.text("vaadin-side-nav"))
                .contains("Teams", "Requests", "Reports")
                .doesNotContain("Catalogue", "Publications", "Fleet", "Users");

        for (var page : List.of("catalogue", "no-such-page")) {
            browser.open(page);
            browser.seeText("There is no such page");
        }
    }

    @Test
    void aDisabledUserIsOutAtOnce() {
        var user = Seed.member("noah", "a-long-password");
        browser.logIn("noah", "a-long-password");
        browser.seeText("Tenant acme");

        Seed.disable(user);

        browser.until(
                "the login to be asked for",
                page -> {
                    browser.open("teams");
                    return browser.path().startsWith("/login") ? true : null;
                });
    }
}
