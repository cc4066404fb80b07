package dev.sluice.admin.ui;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A test in a browser; where there is none it is reported as skipped, with what to install. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("ui")
@ExtendWith(NeedsChromium.Presence.class)
@interface NeedsChromium {
    Path CHROMIUM = Path.of("/usr/bin/chromium");
    Path DRIVER = Path.of("/usr/bin/chromedriver");

    /** Looks for browser and driver. */
    final class Presence implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER)
                    ? ConditionEvaluationResult.enabled("a browser is there")
                    : ConditionEvaluationResult.disabled(
                            "the browser tests did not run: "
                                    + CHROMIUM
                                    + " and "
                                    + DRIVER
                                    + " are needed (apt-get install chromium chromium-driver"
                                    + " fonts-noto-cjk)");
        }
    }
}
