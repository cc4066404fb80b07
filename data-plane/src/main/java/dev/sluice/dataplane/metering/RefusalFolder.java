package dev.sluice.dataplane.metering;

import dev.sluice.model.usage.UsageEvent;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets the refusals of a key through one by one up to 50 a second; the rest of the second becomes
 * one event with a count. A caller in a loop must not fill the ledger.
 */
final class RefusalFolder {
    static final int MOST_PER_SECOND = 50;

    private final InstantSource clock;
    private final Consumer<UsageEvent> out;
    private final Map<String, Second> seconds = new ConcurrentHashMap<>();

    private static final class Second {
        long second;
        int seen;
        int folded;
        @Nullable UsageEvent last;
    }

    RefusalFolder(InstantSource clock, Consumer<UsageEvent> out) {
        this.clock = clock;
        this.out = out;
    }

    void add(UsageEvent refusal) {
        var now = clock.millis() / 1000;
        seconds.compute(
                refusal.tenant() + "/" + refusal.keyId(),
                (_, known) -> {
                    var second = known == null ? new Second() : known;
                    if (second.second != now) {
                        emit(second);
                        second.second = now;
                        second.seen = 0;
                    }
                    if (++second.seen <= MOST_PER_SECOND) {
                        out.accept(refusal);
                    } else {
                        second.folded++;
                        second.last = refusal;
                    }
                    return second;
                });
    }

    /** Emits what was folded in seconds that are over, and forgets keys that are quiet. */
    void flush() {
        var now = clock.millis() / 1000;
        for (var key : seconds.keySet()) {
            seconds.computeIfPresent(
                    key,
                    (_, second) -> {
                        if (second.second == now) {
                            return second;
                        }
                        emit(second);
                        return null;
                    });
        }
    }

    private void emit(Second second) {
        var last = second.last;
        if (last != null) {
            out.accept(last.folded(second.folded));
        }
        second.folded = 0;
        second.last = null;
    }
}
