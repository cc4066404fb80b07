package dev.sluice.control.audit;

import org.jspecify.annotations.Nullable;

/**
 * A change that is to be noted; who, when and from where are added.
 *
 * @param version the config version that comes of it, if any
 * @param before JSON without secrets
 * @param after JSON without secrets
 */
public record AuditNote(
        String action,
        String kind,
        String path,
        @Nullable String tenant,
        @Nullable Long version,
        @Nullable String before,
        @Nullable String after) {}
