package dev.sluice.control.audit;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change, as it is shown.
 *
 * @param version the config version that came of it, if any
 * @param before JSON without secrets
 * @param after JSON without secrets
 */
public record AuditEntry(
        long id,
        Instant at,
        String actor,
        @Nullable String address,
        String action,
        String kind,
        String path,
        @Nullable String tenant,
        @Nullable Long version,
        @JsonRawValue @Nullable String before,
        @JsonRawValue @Nullable String after) {}
