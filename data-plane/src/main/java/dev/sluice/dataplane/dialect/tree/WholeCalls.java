package dev.sluice.dataplane.dialect.tree;

import dev.sluice.dataplane.conversation.ReplyEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects calls of a stream for dialects that write each of them whole. */
public final class WholeCalls {
    private final Map<Long, Open> open = new LinkedHashMap<>();

    private record Open(ReplyEvent.CallStarted started, StringBuilder arguments) {}

    /**
     * A call that is complete.
     *
     * @param arguments JSON text
     */
    public record Whole(int choice, int call, String id, String name, String arguments) {}

    public void start(ReplyEvent.CallStarted started) {
        open.put(key(started.choice(), started.call()), new Open(started, new StringBuilder()));
    }

    public void add(ReplyEvent.CallDelta delta) {
        var call = open.get(key(delta.choice(), delta.call()));
        if (call != null) {
            call.arguments().append(delta.arguments());
        }
    }

    private static long key(int choice, int call) {
        return ((long) choice << 32) | call;
    }

    /** All of them, in the order in which they began. */
    public List<Whole> take() {
        var whole = new ArrayList<Whole>();
        for (var call : open.values()) {
            var started = call.started();
            whole.add(
                    new Whole(
                            started.choice(),
                            started.call(),
                            started.id(),
                            started.name(),
                            call.arguments().toString()));
        }
        open.clear();
        return whole;
    }
}
