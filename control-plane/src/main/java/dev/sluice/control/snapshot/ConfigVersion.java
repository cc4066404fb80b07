package dev.sluice.control.snapshot;

import dev.sluice.model.snapshot.Installation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A published version, as people see it. */
public record ConfigVersion(
        long version,
        Instant publishedAt,
        String author,
        @Nullable String comment,
        Origin origin,
        String currency,
        List<String> trustedProxies,
        String sha256) {
    public ConfigVersion {
        trustedProxies = List.copyOf(trustedProxies);
    }

    /** What the version says of the installation as a whole. */
    public Installation installation() {
        return new Installation(currency, trustedProxies);
    }
}
