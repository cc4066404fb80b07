package dev.sluice.embedded;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Polling with an end. */
final class Waiting {
    private Waiting() {}

    static boolean until(Duration timeout, Duration poll, BooleanSupplier condition) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            try {
                Thread.sleep(poll);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return condition.getAsBoolean();
            }
        }
        return true;
    }
}
