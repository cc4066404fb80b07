package dev.sluice.cli.testing;

import dev.sluice.cli.Terminal;
import java.util.List;

/**
 * The browser tests need Chromium, its driver and a font with Chinese letters. Root on Debian or
 * Ubuntu gets them installed; elsewhere one line says what will not run.
 */
public final class BrowserForTests {
    private static final List<String> PACKAGES =
            List.of("chromium", "chromium-driver", "fonts-noto-cjk");
    private static final String INSTALL =
            "apt-get -o DPkg::Lock::Timeout=500 update -qq && "
                    + "DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=500 install -y -qq --no-install-recommends "
                    + String.join(" ", PACKAGES);

    private final Terminal terminal;

    public BrowserForTests(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Installs what is missing, or says what will not run. */
    public void provide() {
        if (isThere()) {
            return;
        }
        if (!root() || !Programs.onPath("apt-get")) {
            skipped("Chromium and chromedriver are not installed");
            return;
        }
        terminal.note("Installing " + String.join(", ", PACKAGES) + " for the browser tests");
        if (!Programs.runs(INSTALL + " >/dev/null") || !isThere()) {
            skipped("apt-get could not install " + String.join(", ", PACKAGES));
        }
    }

    private void skipped(String why) {
        terminal.note("The console's browser tests will not run: " + why + ".");
    }

    private static boolean isThere() {
        return Programs.onPath("chromium") && Programs.onPath("chromedriver");
    }

    private static boolean root() {
        return Programs.runs("test \"$(id -u)\" = 0");
    }
}
