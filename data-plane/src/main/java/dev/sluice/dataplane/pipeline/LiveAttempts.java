package dev.sluice.dataplane.pipeline;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/** The attempts of one event loop that are under way, so that a stopping node can end them. */
final class LiveAttempts {
    private final Set<Attempt> attempts = new LinkedHashSet<>();

    void add(Attempt attempt) {
        attempts.add(attempt);
    }

    void remove(Attempt attempt) {
        attempts.remove(attempt);
    }

    /** Ends them honestly: what was begun is told to be incomplete. */
    void stopAll(String message) {
        for (var attempt : new ArrayList<>(attempts)) {
            attempt.stop(message);
        }
    }
}
