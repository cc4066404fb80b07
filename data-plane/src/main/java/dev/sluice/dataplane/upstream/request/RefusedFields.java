package dev.sluice.dataplane.upstream.request;

import dev.sluice.dataplane.call.Candidate;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Fields that the gateway adds to requests and that a target has refused: they are not sent there
 * again.
 */
public final class RefusedFields {
    private record Refused(String upstream, String model, String field) {}

    private final Set<Refused> refused = ConcurrentHashMap.newKeySet();

    public void add(Candidate candidate, String field) {
        refused.add(key(candidate, field));
    }

    public boolean contains(Candidate candidate, String field) {
        return refused.contains(key(candidate, field));
    }

    private static Refused key(Candidate candidate, String field) {
        return new Refused(candidate.upstream().name(), candidate.model().name(), field);
    }
}
