package dev.sluice.simulator.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The recordings that are loaded, and for which calls. Shared by all event loops. */
public final class Recordings {
    /** For which calls; null means any. {@code path} is how the asked path ends. */
    public record Scope(@Nullable String model, @Nullable String lane, @Nullable String path) {
        boolean fits(String askedModel, String askedLane, String askedPath) {
            return (model == null || model.equals(askedModel))
                    && (lane == null || lane.equals(askedLane))
                    && (path == null || askedPath.endsWith(path));
        }
    }

    /** What is loaded, as it is shown. */
    public record Entry(
            Scope scope, int status, String contentType, int bytes, Cuts cuts, long left) {}

    private record Loaded(Scope scope, Recording recording, AtomicLong left) {
        boolean take() {
            return left.getAndUpdate(n -> n > 0 ? n - 1 : 0) > 0;
        }
    }

    private volatile List<Loaded> all = List.of();

    /** Replaces what stands for exactly the same calls. */
    public synchronized void put(Scope scope, Recording recording, long times) {
        List<Loaded> next = without(scope);
        next.addFirst(new Loaded(scope, recording, new AtomicLong(times)));
        all = List.copyOf(next);
    }

    public synchronized void remove(Scope scope) {
        all = List.copyOf(without(scope));
    }

    public synchronized void clear() {
        all = List.of();
    }

    private List<Loaded> without(Scope scope) {
        List<Loaded> others = new ArrayList<>(all);
        others.removeIf(one -> one.scope.equals(scope));
        return others;
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public List<Entry> entries() {
        return all.stream()
                .map(one ->
                        new Entry(
                                one.scope,
                                one.recording.status(),
                                one.recording.contentType(),
                                one.recording.body().length(),
                                one.recording.cuts(),
                                one.left.get()))
                .toList();
    }

    /** What answers this call, the newest first; null where nothing does. */
    public @Nullable Recording take(String model, String lane, String path) {
        for (Loaded one : all) {
            if (one.scope.fits(model, lane, path) && one.take()) {
                return one.recording;
            }
        }
        return null;
    }
}
