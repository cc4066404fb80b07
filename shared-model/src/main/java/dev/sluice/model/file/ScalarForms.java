package dev.sluice.model.file;

import dev.sluice.model.json.DurationText;
import dev.sluice.model.money.Money;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The text forms that the schema's {@code format} names; each says what is wrong and what is right.
 */
final class ScalarForms {
    private static final Pattern DECIMAL =
            Pattern.compile("\\d{1,18}(\\.\\d{1,30})?([eE][+-]?\\d{1,2})?");
    private static final Pattern CREDENTIAL = Pattern.compile("[!-~]([ -~]*[!-~])?");

    /** A key file may stand as it was handed out, on many lines. */
    private static final Pattern KEY_FILE = Pattern.compile("\\s*\\{[ -~\\s]*}\\s*");

    private static final Pattern CIDR =
            Pattern.compile("([0-9.]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)/(\\d{1,3})");

    private static final Pattern ORIGIN =
            Pattern.compile(
                    "https?://([a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?|\\[[0-9a-f:.]{2,45}])"
                            + "(?::(?<port>[1-9][0-9]{0,9}))?");

    private static final Duration MOST_DURATION = Duration.ofDays(366);

    /** What the database and the arithmetic of days can take. */
    private static final Instant EARLIEST = Instant.parse("1970-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private ScalarForms() {}

    /** The fault of the text under a format; empty when it has none. */
    static Optional<String> fault(String format, String text) {
        return switch (format) {
            case "duration" -> duration(text);
            case "decimal" -> decimal(text);
            case "money" -> money(text);
            case "instant" -> instant(text);
            case "zone" -> zone(text);
            case "cidr" -> cidr(text);
            case "url" -> url(text);
            case "credential" -> credential(text);
            case "origin" -> origin(text);
            default ->
                    throw new IllegalStateException(
                            "the schema names an unknown format: " + format);
        };
    }

    private static Optional<String> duration(String text) {
        if (!DurationText.isWellFormed(text)) {
            return Optional.of(
                    quoted(text) + "is not a duration: write it like 200ms, 15s, 2m or 1h");
        }
        return DurationText.parse(text).compareTo(MOST_DURATION) <= 0
                ? Optional.empty()
                : Optional.of(quoted(text) + "is too long; the most is 366d");
    }

    private static Optional<String> decimal(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            return Optional.of(
                    quoted(text) + "is not a number of zero or more: write it like 0.27");
        }
        return Optional.empty();
    }

    private static Optional<String> money(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            return Optional.of(
                    quoted(text) + "is not an amount of money: write it like \"500.00\"");
        }
        try {
            Money.parse(text);
            return Optional.empty();
        } catch (IllegalArgumentException wrong) {
            return Optional.of(String.valueOf(wrong.getMessage()));
        }
    }

    private static Optional<String> instant(String text) {
        try {
            var at = Instant.parse(text);
            return at.isBefore(EARLIEST) || at.isAfter(LATEST)
                    ? Optional.of(quoted(text) + "does not lie in the years 1970 to 9999")
                    : Optional.empty();
        } catch (DateTimeException wrong) {
            return Optional.of(
                    quoted(text) + "is not an instant: write it like 2026-01-01T00:00:00Z");
        }
    }

    private static Optional<String> zone(String text) {
        try {
            ZoneId.of(text);
            return Optional.empty();
        } catch (DateTimeException wrong) {
            return Optional.of(
                    quoted(text) + "is not a time zone: write it like Asia/Shanghai or UTC");
        }
    }

    private static Optional<String> cidr(String text) {
        var match = CIDR.matcher(text);
        if (match.matches()) {
            var most = match.group(1).contains(":") ? 128 : 32;
            if (Integer.parseInt(match.group(2)) <= most) {
                return Optional.empty();
            }
        }
        return Optional.of(quoted(text) + "is not a network: write it like 10.0.0.0/8");
    }

    private static Optional<String> url(String text) {
        try {
            var uri = new URI(text);
            var scheme = uri.getScheme();
            if (("http".equals(scheme) || "https".equals(scheme)) && uri.getHost() != null) {
                return Optional.empty();
            }
        } catch (URISyntaxException wrong) {
            return Optional.of(quoted(text) + "is not a URL: " + wrong.getReason());
        }
        return Optional.of(quoted(text) + "is not a URL: write it like https://host:port/path");
    }

    /** As a browser writes it, so that equal texts are equal origins. */
    private static Optional<String> origin(String text) {
        if (text.equals("*") || text.equals("null")) {
            return Optional.of(quoted(text) + "lets in every page: name the origins that may call");
        }
        var match = ORIGIN.matcher(text);
        if (!match.matches()) {
            return Optional.of(
                    quoted(text)
                            + "is not an origin: write it in lower case, without a path, like"
                            + " https://shop.example or http://localhost:3000");
        }
        var port = match.group("port");
        if (port == null) {
            return Optional.empty();
        }
        if (port.equals(text.startsWith("https") ? "443" : "80")) {
            return Optional.of(quoted(text) + "names the usual port, which browsers leave out");
        }
        return port.length() > 5 || Integer.parseInt(port) > 65_535
                ? Optional.of(quoted(text) + "has a port above 65535")
                : Optional.empty();
    }

    /** Not quoted: faults are printed and logged. */
    private static Optional<String> credential(String text) {
        return CREDENTIAL.matcher(text).matches() || KEY_FILE.matcher(text).matches()
                ? Optional.empty()
                : Optional.of("must be ASCII without line breaks or spaces around");
    }

    private static String quoted(String text) {
        return "'" + text + "' ";
    }
}
