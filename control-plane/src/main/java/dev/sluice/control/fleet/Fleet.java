package dev.sluice.control.fleet;

import java.util.List;

/** All nodes beside the version that was published last. */
public record Fleet(long version, List<FleetNode> nodes) {
    public Fleet {
        nodes = List.copyOf(nodes);
    }

    /** Whether every node that is not silent runs the published version. */
    public boolean converged() {
        return nodes.stream().allMatch(node -> node.silent() || node.converged());
    }
}
