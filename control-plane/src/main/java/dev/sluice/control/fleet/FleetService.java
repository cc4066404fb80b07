package dev.sluice.control.fleet;

import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.model.snapshot.NodeStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;

/** What is known of the nodes, from what they say of themselves. */
@Service
public class FleetService {
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

    private final VersionStore versions;
    private final Clock clock;
    private final Map<String, Heard> latest = new ConcurrentHashMap<>();

    FleetService(VersionStore versions, Clock clock) {
        this.versions = versions;
        this.clock = clock;
    }

    /** For people of the platform: nodes carry the calls of all tenants. */
    @PreAuthorize("@guard.maySeePlatform()")
    public Fleet fleet() {
        return fleetNow();
    }

    /** The same for the control plane's own use. */
    Fleet fleetNow() {
        var now = clock.instant();
        latest.values().removeIf(it -> it.at().isBefore(now.minus(FORGOTTEN_AFTER)));
        var published = versions.currentVersion();
        return new Fleet(
                published,
                latest.values().stream()
                        .map(heard -> FleetNode.of(heard.status(), heard.at(), published, now))
                        .sorted(Comparator.comparing(FleetNode::node))
                        .toList());
    }

    /**
     * Takes what a node said, in the order in which it was said.
     *
     * @param at when Kafka took it: nodes' own clocks may be wrong
     */
    void heard(NodeStatus status, Instant at) {
        latest.put(status.node(), new Heard(status, at));
    }

    private record Heard(NodeStatus status, Instant at) {}
}
