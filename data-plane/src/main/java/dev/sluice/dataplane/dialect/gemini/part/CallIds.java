package dev.sluice.dataplane.dialect.gemini.part;

import org.jspecify.annotations.Nullable;

/**
 * Names calls of tools. Most answers of the dialect give them no id, and a result then belongs to
 * the call of its name: the gateway makes ids that any dialect takes.
 */
public interface CallIds {
    String PREFIX = "call_gem_";

    /** The id of the next call. */
    String ofCall(@Nullable String given, String name);

    /** The id of the call that a result belongs to. */
    String ofResult(@Nullable String given, String name);

    /** Whether the gateway made the id: its provider never saw it. */
    static boolean isMade(String id) {
        return id.startsWith(PREFIX);
    }

    /** The same for the same conversation. */
    static String make(int turn, int place, String name) {
        return PREFIX + turn + "_" + place + "_" + Integer.toHexString(name.hashCode());
    }
}
