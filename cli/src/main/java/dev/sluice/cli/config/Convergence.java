package dev.sluice.cli.config;

import dev.sluice.cli.CommandFailure;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.config.ControlPlaneClient.Fleet;
import dev.sluice.cli.config.ControlPlaneClient.Node;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Waits until the nodes have a version. */
public final class Convergence {
    private static final Duration POLL = Duration.ofMillis(100);

    /** A node that was silent for longer is away; it follows when it is back. */
    private static final Duration AWAY = Duration.ofSeconds(30);

    private final Supplier<Fleet> fleet;
    private final InstantSource clock;

    public Convergence(Supplier<Fleet> fleet, InstantSource clock) {
        this.fleet = fleet;
        this.clock = clock;
    }

    /**
     * Returns when every node named, and every other that was seen lately, has the version; fails
     * with a line for each that has not in time.
     */
    public void await(long version, Collection<String> named, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        List<String> behind = behind(version, named);
        while (!behind.isEmpty()) {
            if (System.nanoTime() - deadline >= 0) {
                throw new CommandFailure(ExitCode.NOT_CONVERGED, behind);
            }
            pause();
            behind = behind(version, named);
        }
    }

    private List<String> behind(long version, Collection<String> named) {
        var missing = new TreeSet<>(named);
        var lines = new ArrayList<String>();
        for (Node node : fleet.get().nodes()) {
            boolean awaited = missing.remove(node.node()) || !isAway(node);
            if (awaited && node.version() < version) {
                String error = node.error() == null ? "" : ": " + node.error();
                lines.add(
                        "sluice: %s has version %d, not %d%s"
                                .formatted(node.node(), node.version(), version, error));
            }
        }
        missing.forEach(name ->
                lines.add("sluice: %s has not reported to the control plane".formatted(name)));
        return lines;
    }

    private boolean isAway(Node node) {
        return node.lastSeenAt() == null || node.lastSeenAt().isBefore(clock.instant().minus(AWAY));
    }

    private static void pause() {
        try {
            Thread.sleep(POLL);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw CommandFailure.failed("sluice: interrupted");
        }
    }
}
