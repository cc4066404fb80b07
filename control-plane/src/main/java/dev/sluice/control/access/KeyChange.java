package dev.sluice.control.access;

import dev.sluice.model.access.KeyState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What happens to the key at a path. */
public sealed interface KeyChange {
    String path();

    /**
     * A secret, new or imported, for a path that has none.
     *
     * @param forgetAfter of a short-lived key: when nobody needs to know of it any more
     */
    record Issue(String path, String hash, String hint, @Nullable Instant forgetAfter)
            implements KeyChange {
        public Issue(String path, String hash, String hint) {
            this(path, hash, hint, null);
        }
    }

    /** A short-lived key that ended long ago goes without a trace but in books and audit. */
    record Forget(String path) implements KeyChange {}

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
