package dev.sluice.cli.config;

import dev.sluice.cli.config.ControlPlaneClient.Outcome;
import dev.sluice.cli.stack.StackFile;
import dev.sluice.cli.stack.StackSecrets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;

/**
 * Applies a config to a stack on this machine: keeps the secrets that come back before anything
 * else can go wrong, then waits for the nodes.
 */
public final class ConfigApplier {
    private static final Duration CONVERGENCE_TIMEOUT = Duration.ofSeconds(60);

    private final ControlPlaneClient client;
    private final Path dir;

    public ConfigApplier(ControlPlaneClient client, Path dir) {
        this.client = client;
        this.dir = dir;
    }

    public Outcome apply(
            ConfigText config, List<String> adopt, String comment, Collection<String> nodes) {
        var outcome = client.apply(config, adopt, comment);
        var revoked =
                outcome.changes().stream()
                        .filter(change -> change.action().equals("delete"))
                        .map(ControlPlaneClient.Change::path)
                        .toList();
        var secrets = StackSecrets.load(dir).after(outcome.issued(), revoked, config.keyPaths());
        secrets.save(dir);
        StackFile.load(dir)
                .ifPresent(stack -> stack.with(secrets.keys(), outcome.version()).save(dir));
        awaitNodes(outcome.version(), nodes);
        return outcome;
    }

    /** Waits until the nodes have a version that was published before. */
    public void awaitNodes(long version, Collection<String> nodes) {
        new Convergence(client::fleet, InstantSource.system())
                .await(version, nodes, CONVERGENCE_TIMEOUT);
    }
}
