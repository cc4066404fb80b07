package dev.sluice.model.access;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who a request comes from where proxies stand between: the socket's address, or what trusted
 * proxies say of it. Read from the right, the first address that is no trusted proxy; what stands
 * left of it anybody can have written.
 */
public final class ForwardedFor {
    private static final Pattern WITH_PORT =
            Pattern.compile("\\[([0-9A-Fa-f:.]+)](?::\\d+)?|([0-9.]+):\\d+");

    private ForwardedFor() {}

    /**
     * The client's address.
     *
     * @param forwardedFor every {@code X-Forwarded-For} of the request, joined by commas: some
     *     proxies add a line of their own below the client's
     */
    public static String client(
            String socketAddress, @Nullable String forwardedFor, Predicate<String> isTrusted) {
        var address = socketAddress;
        if (forwardedFor == null || !isTrusted.test(address)) {
            return address;
        }
        var hops = forwardedFor.split(",", -1);
        for (var i = hops.length - 1; i >= 0; i--) {
            var hop = withoutPort(hops[i].strip());
            if (hop.isEmpty()) {
                continue;
            }
            address = hop;
            if (!isTrusted.test(address)) {
                return address;
            }
        }
        return address;
    }

    /** Some proxies name the client's port, which would make each connection another client. */
    private static String withoutPort(String hop) {
        var match = WITH_PORT.matcher(hop);
        if (!match.matches()) {
            return hop;
        }
        return match.group(1) != null ? match.group(1) : match.group(2);
    }
}
