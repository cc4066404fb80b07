package dev.sluice.model.access;

import java.time.Instant;

/**
 * An issued AppKey or sub-key as a node knows it: its hash, never its secret.
 *
 * @param id UUID; names the key for revocation, so that a key issued anew under the same path is
 *     another
 * @param hash SHA-256 of the secret in lower-case hex
 */
public record KeyGrant(
        String id,
        String hash,
        KeyPath path,
        KeyState state,
        Instant issuedAt,
        AccessRules rules) {}
