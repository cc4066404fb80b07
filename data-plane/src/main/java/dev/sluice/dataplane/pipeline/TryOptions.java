package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.health.HealthBoard.Usability;
import dev.sluice.dataplane.health.TargetKey;
import dev.sluice.dataplane.pipeline.Tries.TryOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What is left to try: every address of every candidate, once. Among the addresses of one candidate
 * the least busy of those in service comes first.
 */
final class TryOptions {
    private final Deque<TryOption> left = new ArrayDeque<>();
    private String whyNone = "the alias has no target that can be called";

    TryOptions(List<Candidate> candidates, LoopParts parts) {
        for (var candidate : candidates) {
            var unusable = parts.sender().unusable(candidate);
            if (unusable != null) {
                whyNone = unusable;
                continue;
            }
            addAll(candidate, parts);
        }
    }

    private void addAll(Candidate candidate, LoopParts parts) {
        var instances = new ArrayList<>(parts.sender().instances(candidate));
        if (instances.size() > 1) {
            Collections.shuffle(instances, ThreadLocalRandom.current());
            instances.sort((a, b) -> compare(candidate, a, b, parts));
        }
        var anyInService = false;
        for (var instance : instances) {
            var inService = usability(candidate, instance, parts) != Usability.OUT;
            if (inService || !anyInService) {
                left.add(new TryOption(candidate, instance));
            }
            anyInService |= inService;
        }
    }

    private static int compare(Candidate candidate, String a, String b, LoopParts parts) {
        var byHealth = usability(candidate, a, parts).compareTo(usability(candidate, b, parts));
        return byHealth != 0
                ? byHealth
                : Integer.compare(
                        parts.health().inFlight(key(candidate, a)),
                        parts.health().inFlight(key(candidate, b)));
    }

    private static Usability usability(Candidate candidate, String instance, LoopParts parts) {
        return parts.health().usability(key(candidate, instance));
    }

    private static TargetKey key(Candidate candidate, String instance) {
        return new TargetKey(candidate.upstream().name(), instance, candidate.model().name());
    }

    /** The next option, another address of the same candidate first; null when none is left. */
    @Nullable TryOption next() {
        return left.poll();
    }

    /** The next option at another candidate: another address would not help. */
    @Nullable TryOption nextCandidate(TryOption failed) {
        left.removeIf(option -> option.candidate().equals(failed.candidate()));
        return left.poll();
    }

    String whyNone() {
        return whyNone;
    }
}
