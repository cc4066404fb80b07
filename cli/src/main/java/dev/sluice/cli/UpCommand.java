package dev.sluice.cli;

import dev.sluice.cli.config.ConfigApplier;
import dev.sluice.cli.config.ConfigText;
import dev.sluice.cli.config.ControlPlaneClient;
import dev.sluice.cli.stack.Probe;
import dev.sluice.cli.stack.ProjectJars;
import dev.sluice.cli.stack.RunSettings;
import dev.sluice.cli.stack.StackFile;
import dev.sluice.cli.stack.StackLayout;
import dev.sluice.cli.stack.StackSecrets;
import dev.sluice.cli.stack.StackStarter;
import dev.sluice.cli.stack.StartLock;
import dev.sluice.cli.stack.UpSummary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts a whole Sluice on this machine. */
@Command(
        name = "up",
        description = "Starts Sluice with everything it needs and waits until it serves.",
        mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
    private static final int HIGHEST_PORT = 65_535;
    private static final int HIGHEST_USED = 19_093;
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);

    @Spec CommandSpec spec = CommandSpec.create();
    @Mixin DataDirOption stackDir = new DataDirOption();

    @Option(
            names = "--detach",
            description = "Returns when the stack is ready and leaves it running.")
    boolean detach;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Applies this config file (default: the demo, on a fresh directory).")
    Optional<String> config = Optional.empty();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Data-plane nodes, 1 to 10 (default: 1).")
    int nodes = 1;

    @Option(
            names = "--port-offset",
            paramLabel = "N",
            description = "Shifts every port by N (default: as DIR was started last, else 0).")
    Optional<Integer> portOffset = Optional.empty();

    @Option(names = "--no-demo", description = "Applies nothing when no --config is given.")
    boolean noDemo;

    @Override
    public Integer call() {
        checkArguments();
        long from = System.nanoTime();
        var terminal = Main.terminal(spec);
        var layout = new StackLayout(stackDir.path(), offset(), nodes);
        String simulator = layout.url(layout.simulatorPort());
        var environment = ConfigFileOption.environment(simulator);
        var given = config.map(file -> ConfigText.read(file, environment));
        StackStarter starter;
        Thread hook;
        try (var _ = StartLock.take(layout.dir())) {
            starter = new StackStarter(layout, ProjectJars.find(), terminal::note);
            starter.check();
            var secrets = StackSecrets.loadOrCreate(layout.dir());
            hook = new Thread(starter::stop, "stack-stop");
            Runtime.getRuntime().addShutdownHook(hook);
            terminal.note("Starting Sluice on " + layout.dir());
            if (!bringUp(starter, hook, layout, given, secrets)) {
                return waitForever();
            }
        }
        UpSummary.lines(StackFile.load(layout.dir()).orElseThrow(), seconds(from))
                .forEach(terminal::print);
        if (detach) {
            Runtime.getRuntime().removeShutdownHook(hook);
            return ExitCode.DONE;
        }
        terminal.print("Ctrl-C stops it.");
        return watch(starter);
    }

    /** False when Ctrl-C came first: then the hook is at work, and ends this process. */
    private boolean bringUp(
            StackStarter starter,
            Thread hook,
            StackLayout layout,
            Optional<ConfigText> given,
            StackSecrets secrets) {
        try {
            starter.start(secrets);
            long version = apply(given, layout, secrets);
            write(layout, starter, version);
            return true;
        } catch (RuntimeException failure) {
            if (starter.isStopping()) {
                return false;
            }
            Runtime.getRuntime().removeShutdownHook(hook);
            starter.stop();
            throw failure;
        }
    }

    private static int watch(StackStarter starter) {
        try {
            starter.watch();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.DONE;
    }

    private void checkArguments() {
        if (nodes < 1 || nodes > StackLayout.MOST_NODES) {
            throw CommandFailure.usage("sluice: --nodes must be from 1 to 10, not " + nodes);
        }
        portOffset
                .filter(offset -> offset < 0 || offset > HIGHEST_PORT - HIGHEST_USED)
                .ifPresent(offset -> {
                    throw CommandFailure.usage(
                            "sluice: --port-offset must be from 0 to %d, not %d"
                                    .formatted(HIGHEST_PORT - HIGHEST_USED, offset));
                });
    }

    private int offset() {
        return portOffset
                .or(() -> RunSettings.load(stackDir.path()).map(RunSettings::portOffset))
                .orElse(0);
    }

    /** Applies the file given, or the demo where nothing was ever applied; the version in force. */
    private long apply(Optional<ConfigText> given, StackLayout layout, StackSecrets secrets) {
        String console = layout.url(layout.consolePort());
        try (var client = new ControlPlaneClient(console, secrets.admin().token())) {
            var applier = new ConfigApplier(client, layout.dir());
            long version = client.fleet().version();
            var wanted = given;
            if (wanted.isEmpty() && version == 0 && !noDemo) {
                wanted = Optional.of(demo(layout.url(layout.simulatorPort())));
            }
            if (wanted.isPresent()) {
                String comment = "applied by sluice up";
                version =
                        applier.apply(wanted.get(), List.of(), comment, layout.nodeNames())
                                .version();
            } else if (version > 0) {
                applier.awaitNodes(version, layout.nodeNames());
            }
            if (version > 0) {
                awaitReady(layout);
            }
            return version;
        }
    }

    private static void awaitReady(StackLayout layout) {
        long deadline = System.nanoTime() + READY_TIMEOUT.toNanos();
        for (int node = 1; node <= layout.nodes(); node++) {
            String url = layout.url(layout.managementPort(node)) + "/readyz";
            while (!Probe.isOk(url)) {
                if (System.nanoTime() - deadline >= 0) {
                    throw new CommandFailure(
                            ExitCode.NOT_CONVERGED,
                            List.of(
                                    "sluice: node-%d has the config but is not ready; see %s"
                                            .formatted(node, layout.log(StackLayout.node(node)))));
                }
                pause();
            }
        }
    }

    private static void write(StackLayout layout, StackStarter starter, long version) {
        var secrets = StackSecrets.load(layout.dir());
        var gateways = new ArrayList<String>();
        var management = new ArrayList<String>();
        for (int node = 1; node <= layout.nodes(); node++) {
            gateways.add(layout.url(layout.gatewayPort(node)));
            management.add(layout.url(layout.managementPort(node)));
        }
        new StackFile(
                        gateways,
                        layout.url(layout.consolePort()),
                        management,
                        layout.url(layout.simulatorPort()),
                        secrets.admin(),
                        secrets.keys(),
                        starter.pids(),
                        version)
                .save(layout.dir());
    }

    static ConfigText demo(String simulator) {
        try (InputStream in = UpCommand.class.getResourceAsStream("/demo.yaml")) {
            if (in == null) {
                throw new IllegalStateException("demo.yaml is missing in this build");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return ConfigText.check("demo.yaml", text, ConfigFileOption.environment(simulator));
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read the demo", failure);
        }
    }

    private static double seconds(long from) {
        return (System.nanoTime() - from) / 1e9;
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw CommandFailure.failed("sluice: interrupted");
        }
    }

    /** The shutdown hook does the rest. */
    private static int waitForever() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.DONE;
    }
}
