package dev.sluice.control.tenants;

import java.time.Instant;

/**
 * A fresh short-lived sub-key with its secret: the only time that the secret is shown.
 *
 * @param expires from this instant on every node refuses it
 */
public record ShortLivedSecret(
        String path, String secret, String hint, Instant expires, long version) {
    @Override
    public String toString() {
        return "ShortLivedSecret[" + path + "]";
    }
}
