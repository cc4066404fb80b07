package dev.sluice.system.sdk;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where the SDKs call.
 *
 * @param keys {@code main}, {@code limited} and {@code none}, which is no key at all
 * @param aliases what each scenario is put to, upstreams of the dialects that SDKs speak
 * @param others upstreams of further dialects
 * @param visible all that the main key may use
 * @param booked the file in which the Node exam leaves its {@link Booking}s, a line each
 */
record SdkRun(
        String gateway,
        Map<String, String> keys,
        List<String> aliases,
        List<String> others,
        List<String> visible,
        String booked) {
    List<String> allAliases() {
        return Stream.concat(aliases.stream(), others.stream()).toList();
    }

    String key(String name) {
        return Objects.requireNonNull(keys.get(name), name);
    }
}
