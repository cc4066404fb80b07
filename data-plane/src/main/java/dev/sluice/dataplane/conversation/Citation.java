package dev.sluice.dataplane.conversation;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Where a piece of an answer comes from.
 *
 * @param start first character of the answer's text that it concerns; null where not told
 * @param end after the last one
 * @param quoted the words of the source
 * @param raw the citation in the dialect it came in
 */
public record Citation(
        @Nullable String url,
        @Nullable String title,
        @Nullable Integer start,
        @Nullable Integer end,
        @Nullable String quoted,
        @Nullable JsonNode raw) {}
