package dev.sluice.system.sdk;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Where the SDKs call.
 *
 * @param keys {@code main}, {@code limited} and {@code none}, which is no key at all
 * @param aliases what each scenario is put to: one for each dialect of an upstream
 * @param visible all that the main key may use
 * @param booked the file in which the Node exam leaves its {@link Booking}s, a line each
 */
record SdkRun(
        String gateway,
        Map<String, String> keys,
        List<String> aliases,
        List<String> visible,
        String booked) {
    String key(String name) {
        return Objects.requireNonNull(keys.get(name), name);
    }
}
