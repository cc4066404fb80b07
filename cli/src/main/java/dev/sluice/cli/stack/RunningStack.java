package dev.sluice.cli.stack;

import dev.sluice.embedded.EmbeddedPostgresServer;
import dev.sluice.embedded.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The processes that a data directory knows of, by the pid files in it. */
public final class RunningStack {
    /** A little more than a node gives its streams ({@code SLUICE_DRAIN_GRACE_MS}). */
    private static final Duration NODE_GRACE = Duration.ofSeconds(115);

    private static final Duration GRACE = Duration.ofSeconds(20);

    private final StackLayout layout;

    public RunningStack(StackLayout layout) {
        this.layout = layout;
    }

    public Optional<ServerProcess> living(String name) {
        return ServerProcess.living(name, layout.pidFile(name));
    }

    /** Everything that lives, in the order in which it would be stopped. */
    public Map<String, ServerProcess> living() {
        var living = new LinkedHashMap<String, ServerProcess>();
        layout.stopOrder().forEach(name -> living(name).ifPresent(it -> living.put(name, it)));
        return living;
    }

    /**
     * Stops what lives and is not among the spared; nodes together, the others one after another.
     */
    public List<String> stop(Set<String> spared, Consumer<String> progress) {
        var stopped = new ArrayList<String>();
        var nodes = new ArrayList<ServerProcess>();
        var others = new ArrayList<ServerProcess>();
        living().forEach((name, process) -> {
            if (!spared.contains(name)) {
                (name.startsWith("node-") ? nodes : others).add(process);
                stopped.add(name);
            }
        });
        if (!nodes.isEmpty()) {
            progress.accept("stopping " + String.join(", ", names(nodes)));
            nodes.forEach(node -> node.signal("TERM"));
            nodes.forEach(node -> node.stop(NODE_GRACE));
        }
        for (ServerProcess process : others) {
            progress.accept("stopping " + process.name());
            if (process.name().equals(StackLayout.POSTGRES)) {
                EmbeddedPostgresServer.stop(process);
            } else {
                process.stop(GRACE);
            }
        }
        return stopped;
    }

    private static List<String> names(List<ServerProcess> processes) {
        return processes.stream().map(ServerProcess::name).toList();
    }
}
