package dev.sluice.control.tenants;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a short-lived sub-key is to be.
 *
 * @param parent path of its AppKey
 * @param name how its own name begins, such as the user it is for
 * @param ttl how long it may call, as {@code 15m}
 * @param rules as in the config file, with at least one budget, whose window may be left out
 */
public record ShortLivedRequest(
        @Nullable String parent,
        @Nullable String name,
        @Nullable String ttl,
        @Nullable JsonNode rules) {}
