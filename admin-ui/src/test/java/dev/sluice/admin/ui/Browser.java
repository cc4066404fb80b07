package dev.sluice.admin.ui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.openqa.selenium.By;
import org.openqa.selenium.Cookie;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.FluentWait;

/** Chromium without a screen, in the words of somebody who reads and clicks. */
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String REPLACED = "does not belong to the document";

    private static final String CHOICE =
            "//*[self::vaadin-select-item or self::vaadin-combo-box-item][contains(., \"%s\")]";

    private final ChromeDriver driver;
    private final Path downloads;

    Browser() {
        try {
            downloads = Files.createTempDirectory("sluice-downloads");
            var profile = Files.createTempDirectory("sluice-browser");
            var service =
                    new ChromeDriverService.Builder()
                            .usingDriverExecutable(NeedsChromium.DRIVER.toFile())
                            .usingAnyFreePort()
                            .build();
            driver = new ChromeDriver(service, options(profile, downloads));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        driver.manage().window().setSize(new Dimension(1366, 768));
    }

    private static ChromeOptions options(Path profile, Path downloads) {
        var options = new ChromeOptions();
        options.setBinary(NeedsChromium.CHROMIUM.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--lang=en-US",
                "--user-data-dir=" + profile);
        options.setExperimentalOption(
                "prefs",
                Map.of(
                        "download.default_directory",
                        downloads.toString(),
                        "download.prompt_for_download",
                        false,
                        "intl.accept_languages",
                        "en-US"));
        return options;
    }

    /** Comes in as somebody and lands on the first page. */
    void logIn(String user, String password) {
        open("login");
        type("[name=username]", user);
        type("[name=password]", password);
        find("[name=password]").sendKeys(Keys.ENTER);
    }

    void open(String path) {
        driver.get(RunningConsole.address() + "/" + path);
    }

    /** As the console itself keeps it. */
    void speak(String language) {
        driver.manage().addCookie(new Cookie("sluice-language", language, "/"));
    }

    String path() {
        return driver.getCurrentUrl().substring(RunningConsole.address().length());
    }

    /** The element, once it is there and shown. */
    WebElement find(String css) {
        return until("an element " + css, page -> firstShown(page, By.cssSelector(css)));
    }

    /** The innermost shown element with this in its text. */
    WebElement findText(String text) {
        var place = By.xpath("//*[contains(text(), \"" + text + "\")]");
        return until("the text " + text, page -> firstShown(page, place));
    }

    private static WebElement firstShown(WebDriver page, By place) {
        return page.findElements(place).stream()
                .filter(WebElement::isDisplayed)
                .findFirst()
                .orElse(null);
    }

    void click(String css) {
        untilDone(
                "a click on " + css,
                () -> {
                    anywhere(By.cssSelector(css)).ifPresent(this::shown);
                    find(css).click();
                });
    }

    private Optional<WebElement> anywhere(By place) {
        return driver.findElements(place).stream().findFirst();
    }

    /** In the middle of what scrolls, and not below a footer that stays. */
    private WebElement shown(WebElement element) {
        driver.executeScript(
                "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element);
        return element;
    }

    void clickText(String text) {
        untilDone("a click on " + text, () -> shown(findText(text)).click());
    }

    /** Opens a list of words and takes one. */
    void choose(String css, String word) {
        click(css);
        untilDone(
                "choosing " + word,
                () ->
                        until(
                                        "the word " + word,
                                        page -> firstShown(page, By.xpath(CHOICE.formatted(word))))
                                .click());
    }

    void type(String css, String text) {
        untilDone(
                "typing into " + css,
                () -> find(css).sendKeys(Keys.chord(Keys.CONTROL, "a"), text));
    }

    /** Puts a text of many lines into the field at once. */
    void paste(String css, String text) {
        driver.executeScript(
                "arguments[0].value = arguments[1];"
                        + " for (const it of ['input', 'change'])"
                        + " arguments[0].dispatchEvent(new Event(it, {bubbles: true}))",
                find(css),
                text);
    }

    /** The text of the element, once it is there and shown. */
    String text(String css) {
        return until("the text of " + css, page -> find(css).getText());
    }

    /** Waits until the page says so. */
    void seeText(String text) {
        until("the page to say " + text, page -> body().contains(text) ? true : null);
    }

    String body() {
        return driver.findElement(By.tagName("body")).getText();
    }

    String source() {
        return driver.getPageSource();
    }

    /** As a browser that was never here. */
    void forget() {
        driver.manage().deleteAllCookies();
    }

    /** Whether every such element shows all of its text. */
    boolean showsWhole(String css) {
        var script =
                "return [...document.querySelectorAll(arguments[0])]"
                        + ".every(it => it.scrollWidth <= it.clientWidth)";
        return Boolean.TRUE.equals(driver.executeScript(script, css));
    }

    /** Whether all of the element can be seen without scrolling. */
    boolean isInWindow(String css) {
        var script =
                "const box = arguments[0].getBoundingClientRect();"
                        + " const middle = [box.x + box.width / 2, box.bottom - 3];"
                        + " return arguments[0].contains(document.elementFromPoint(...middle));";
        return Boolean.TRUE.equals(driver.executeScript(script, find(css)));
    }

    /** Keeps a picture of the window in the module's target folder, for people to look at. */
    void picture(String name) {
        try {
            var folder = Files.createDirectories(Path.of("target", "pictures"));
            Files.write(folder.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** How far the page is wider than the window. */
    long overflowPx() {
        return (Long)
                driver.executeScript(
                        "const page = document.documentElement;"
                                + " return page.scrollWidth - page.clientWidth");
    }

    /** The text of the downloaded file whose name ends so. */
    String downloaded(String ending) {
        return until(
                "a download of " + ending,
                page -> {
                    try (var files = Files.list(downloads)) {
                        var found =
                                files.filter(file -> file.toString().endsWith(ending)).findFirst();
                        return found.isPresent() ? Files.readString(found.get()) : null;
                    } catch (IOException unreadable) {
                        throw new UncheckedIOException(unreadable);
                    }
                });
    }

    private void untilDone(String what, Runnable action) {
        until(
                what,
                page -> {
                    try {
                        action.run();
                        return true;
                    } catch (ElementClickInterceptedException moving) {
                        return null;
                    }
                });
    }

    /** Waits until the condition gives something other than null or false. */
    <T> T until(String what, Function<WebDriver, T> condition) {
        return new FluentWait<WebDriver>(driver)
                .withTimeout(PATIENCE)
                .pollingEvery(Duration.ofMillis(100))
                .ignoring(NoSuchElementException.class)
                .ignoring(StaleElementReferenceException.class)
                .withMessage(() -> "waited for " + what + "; the page says:\n" + body())
                .until(page -> unlessThePageChanges(condition, page));
    }

    /**
     * What the condition gives, or null where the page was replaced while it was read: the driver
     * then has an error of the inspector's for it in place of a stale element.
     */
    private static <T> T unlessThePageChanges(Function<WebDriver, T> condition, WebDriver page) {
        try {
            return condition.apply(page);
        } catch (WebDriverException changed) {
            if (String.valueOf(changed.getMessage()).contains(REPLACED)) {
                return null;
            }
            throw changed;
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
