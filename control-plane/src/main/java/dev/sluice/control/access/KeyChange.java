package dev.sluice.control.access;

import dev.sluice.model.access.KeyState;

/** What happens to the key at a path. */
public sealed interface KeyChange {
    String path();

    /** A secret, new or imported, for a path that has none. */
    record Issue(String path, String hash, String hint) implements KeyChange {}

    /** The end of a key; it never comes back. */
    record Revoke(String path) implements KeyChange {}

    /** Suspends a key or lets it go on. */
    record SetState(String path, KeyState state) implements KeyChange {
        public SetState {
            if (state == KeyState.REVOKED) {
                throw new IllegalArgumentException("revocation is a change of its own");
            }
        }
    }
}
