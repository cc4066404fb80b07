package dev.sluice.control.deliveries;

import org.jspecify.annotations.Nullable;

/** A try that did not succeed; the message says what to look at. */
final class DeliveryFault extends Exception {
    DeliveryFault(String message) {
        this(message, null);
    }

    DeliveryFault(String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
    }
}
