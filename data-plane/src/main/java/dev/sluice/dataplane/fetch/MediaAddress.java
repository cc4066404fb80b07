package dev.sluice.dataplane.fetch;

import io.vertx.core.net.HostAndPort;
import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * An http or https address that was taken apart.
 *
 * @param path with the query, as it goes into the request line
 */
record MediaAddress(URI uri, boolean tls, String host, int port, String path) {
    private static final int MOST_CHARACTERS = 4096;

    /** Fails with {@link Unfetchable}. */
    static MediaAddress of(String text) {
        if (text.length() > MOST_CHARACTERS) {
            throw new Unfetchable("its address is longer than " + MOST_CHARACTERS + " characters");
        }
        return of(parse(text));
    }

    private static MediaAddress of(URI uri) {
        var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        var authority = uri.getRawAuthority();
        if (!isWeb(scheme + ":") || authority == null) {
            throw new Unfetchable("its address is not an http or https one");
        }
        if (authority.indexOf('@') >= 0) {
            throw new Unfetchable("its address must hold no user name and no password");
        }
        var tls = scheme.equals("https");
        var place = HostAndPort.parseAuthority(ascii(authority), tls ? 443 : 80);
        if (place == null || place.host().isEmpty() || place.host().indexOf('%') >= 0) {
            throw new Unfetchable("its address is not a valid one");
        }
        var path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return new MediaAddress(uri, tls, bare(place.host()), place.port(), path + query);
    }

    /** Whether it is on the web, and no file in some provider's store. */
    static boolean isWeb(String address) {
        return address.regionMatches(true, 0, "http:", 0, 5)
                || address.regionMatches(true, 0, "https:", 0, 6);
    }

    /** Where a redirect leads. Fails with {@link Unfetchable}. */
    MediaAddress follow(String location) {
        return of(uri.resolve(parse(location)));
    }

    private static URI parse(String text) {
        try {
            return new URI(new URI(text.strip().replace(" ", "%20")).toASCIIString());
        } catch (URISyntaxException | IllegalArgumentException wrong) {
            throw new Unfetchable("its address is not a valid one");
        }
    }

    /** Names in other scripts, which were percent-encoded with the rest. */
    private static String ascii(String authority) {
        try {
            return authority.indexOf('%') < 0
                    ? authority
                    : IDN.toASCII(URI.create("x:" + authority).getSchemeSpecificPart());
        } catch (IllegalArgumentException wrong) {
            throw new Unfetchable("its address is not a valid one");
        }
    }

    private static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]")
                ? host.substring(1, host.length() - 1)
                : host;
    }

    /** As the Host header and TLS name it. */
    String shownHost() {
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }
}
