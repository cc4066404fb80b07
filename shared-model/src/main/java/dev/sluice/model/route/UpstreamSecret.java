package dev.sluice.model.route;

import org.jspecify.annotations.Nullable;

/**
 * A provider credential. {@code value} exists only on the way in; what is stored and published is
 * {@code sealed} with a {@code hint} of first 4 and last 4 characters.
 */
public record UpstreamSecret(
        String name, @Nullable String value, @Nullable String sealed, @Nullable String hint) {
    @Override
    public String toString() {
        return "UpstreamSecret[" + name + "]";
    }
}
