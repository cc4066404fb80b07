package dev.sluice.dataplane.dialect.tree;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Ids for calls of tools where the dialect gives none: the same for the same conversation. A result
 * without one belongs to the oldest call of its tool that has none yet.
 */
public final class CallIds {
    private static final String MADE = "call_made_";

    private final Map<String, Deque<String>> open = new HashMap<>();
    private int count;

    /** The call's own id, or one that is made for it. */
    public String ofCall(@Nullable String own, String name) {
        var id = own == null || own.isEmpty() ? MADE + count + "_" + name : own;
        count++;
        open.computeIfAbsent(name, ignored -> new ArrayDeque<>()).add(id);
        return id;
    }

    public String ofResult(@Nullable String own, @Nullable String name) {
        if (own != null && !own.isEmpty()) {
            open.values().forEach(ids -> ids.remove(own));
            return own;
        }
        var waiting = open.get(name == null ? "" : name);
        if (waiting != null && !waiting.isEmpty()) {
            return waiting.remove();
        }
        for (var ids : open.values()) {
            if (name == null && !ids.isEmpty()) {
                return ids.remove();
            }
        }
        return MADE + count + "_" + (name == null ? "" : name);
    }

    /** For a call of an answer: no other one has it, in this conversation or the next. */
    public static String fresh() {
        var random = ThreadLocalRandom.current();
        return "call_"
                + HexFormat.of().toHexDigits(random.nextLong())
                + HexFormat.of().toHexDigits(random.nextInt());
    }

    /** Whether the dialect it came in had none. */
    public static boolean isMade(String id) {
        return id.startsWith(MADE);
    }
}
