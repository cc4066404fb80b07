package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.upstream.Credentials.Shown;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Some upstreams say in their errors what they were shown: it is no caller's business. */
final class Echo {
    private static final String STARS = "***";

    /** What is shorter keeps nobody out, and its letters stand in every error. */
    private static final int LEAST_CHARACTERS = 4;

    private final Set<String> shown = new LinkedHashSet<>();

    /**
     * @param shown null where nothing was
     */
    Echo(@Nullable Shown shown) {
        if (shown != null) {
            add(shown.secret());
            if (shown.wanted() != null) {
                add(shown.wanted().secret());
            }
        }
    }

    private void add(String secret) {
        if (secret.length() >= LEAST_CHARACTERS) {
            var quoted = new String(ForeignJson.quoted(secret), StandardCharsets.UTF_8);
            var inJson = quoted.substring(1, quoted.length() - 1);
            shown.add(inJson.replace("/", "\\/")); // as some writers of JSON do
            shown.add(inJson);
            shown.add(secret);
        }
    }

    @Nullable String outOf(@Nullable String said) {
        if (said == null) {
            return null;
        }
        var clean = said;
        for (var secret : shown) {
            clean = clean.replace(secret, STARS);
        }
        return clean;
    }

    /** The same bytes where nothing of it stands in them. */
    byte[] outOf(byte[] said) {
        // One character a byte: what is no UTF-8 stays as it is.
        var text = new String(said, StandardCharsets.ISO_8859_1);
        var clean = text;
        for (var secret : shown) {
            var bytes = secret.getBytes(StandardCharsets.UTF_8);
            clean = clean.replace(new String(bytes, StandardCharsets.ISO_8859_1), STARS);
        }
        return clean.equals(text) ? said : clean.getBytes(StandardCharsets.ISO_8859_1);
    }
}
