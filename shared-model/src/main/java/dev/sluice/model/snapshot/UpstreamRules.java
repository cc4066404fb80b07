package dev.sluice.model.snapshot;

import dev.sluice.model.route.Timeouts;
import dev.sluice.model.route.Upstream;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an upstream may not say, since every call to it would break: addresses that no connection
 * goes to, headers that no request can carry or that the gateway has to set itself, no time at all.
 */
final class UpstreamRules {
    /** A field name as HTTP has it. */
    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7E\\t]{0,8192}");

    /** How a message is framed and what is read from the reply: only the sender can know. */
    private static final Set<String> OWN_HEADERS =
            Set.of(
                    "accept",
                    "accept-encoding",
                    "connection",
                    "content-encoding",
                    "content-length",
                    "content-type",
                    "expect",
                    "host",
                    "http2-settings",
                    "keep-alive",
                    "proxy-connection",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade");

    private static final int MOST_PORT = 65_535;
    private static final Duration MOST_PATIENCE = Duration.ofDays(1);

    private final BiConsumer<String, String> broken;

    /**
     * @param broken takes the field and what is wrong with it
     */
    UpstreamRules(BiConsumer<String, String> broken) {
        this.broken = broken;
    }

    void check(Upstream upstream) {
        if (upstream.baseUrl() != null) {
            address("baseUrl", upstream.baseUrl());
        }
        for (var i = 0; i < upstream.instances().size(); i++) {
            address("instances[" + i + "]", upstream.instances().get(i));
        }
        headers(upstream);
        timeouts(upstream.timeouts());
        var source = upstream.credentials();
        if (source != null) {
            new TokenSourceRules(broken).check(upstream, source);
            if (source.tokenUrl() != null) {
                address("credentials.tokenUrl", source.tokenUrl());
            }
        }
    }

    void timeouts(Timeouts timeouts) {
        patience("connect", timeouts.connect());
        patience("firstToken", timeouts.firstToken());
        patience("idle", timeouts.idle());
        patience("total", timeouts.total());
        patience("streamTotal", timeouts.streamTotal());
    }

    private void patience(String name, @Nullable Duration time) {
        if (time != null && (!time.isPositive() || time.compareTo(MOST_PATIENCE) > 0)) {
            broken.accept("timeouts." + name, "must be more than 0 and at most 24h");
        }
    }

    /** Does not quote the address, which may hold a password. */
    private void address(String field, String text) {
        addressFault(text).ifPresent(fault -> broken.accept(field, fault));
    }

    private static Optional<String> addressFault(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException wrong) {
            return Optional.of("is not a URL: " + wrong.getReason());
        }
        var scheme = uri.getScheme();
        if (scheme == null || !Set.of("http", "https").contains(scheme.toLowerCase(Locale.ROOT))) {
            return Optional.of("must begin with http:// or https://");
        }
        if (uri.getHost() == null) {
            return Optional.of("names no host: write it like https://host:port/path");
        }
        if (uri.getPort() == 0 || uri.getPort() > MOST_PORT) {
            return Optional.of("port " + uri.getPort() + " is not one of 1 to " + MOST_PORT);
        }
        if (uri.getUserInfo() != null) {
            return Optional.of("must not hold a user or password: give a secret");
        }
        return Optional.empty();
    }

    private void headers(Upstream upstream) {
        var names = new HashSet<String>();
        upstream.headers()
                .forEach((name, value) -> {
                    var field = "headers." + name;
                    var lower = name.toLowerCase(Locale.ROOT);
                    if (!HEADER_NAME.matcher(name).matches()) {
                        broken.accept(
                                "headers", "'" + printable(name) + "' is not a header's name");
                    } else if (OWN_HEADERS.contains(lower)) {
                        broken.accept(field, "is set by the gateway itself; remove it");
                    } else if (lower.equals("authorization") && !upstream.secrets().isEmpty()) {
                        broken.accept(field, "is set from the upstream's secrets; remove one");
                    } else if (!names.add(lower)) {
                        broken.accept(field, "stands twice: case makes no difference");
                    } else if (!HEADER_VALUE.matcher(value).matches()) {
                        broken.accept(field, "must be ASCII without line breaks, at most 8 KB");
                    }
                });
    }

    private static String printable(String text) {
        return text.replaceAll("[^\\x20-\\x7E]", "?");
    }
}
