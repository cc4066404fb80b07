package dev.sluice.control.snapshot;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A published version, as people see it. */
public record ConfigVersion(
        long version,
        Instant publishedAt,
        String author,
        @Nullable String comment,
        Origin origin,
        String currency,
        String sha256) {}
