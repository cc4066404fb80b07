package dev.sluice.system.stack;

import dev.sluice.system.client.Admin;
import dev.sluice.system.client.Caller;
import dev.sluice.system.client.SimulatorClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A running system with the system tests' config, started through the launcher. */
public final class Stack {
    private static final int SIMULATOR_PORT = 9900;
    private static final Duration START_MAX = Duration.ofMinutes(6);

    /** Periods short enough that a test sees what they end. */
    private static final Map<String, String> PERIODS =
            Map.of(
                    "SLUICE_LEASE_MS", "9000",
                    "SLUICE_RENEW_MS", "2000",
                    "SLUICE_HEARTBEAT_MS", "1000",
                    "SYSTEM_UPSTREAM_SECRET", "system-tests-upstream-credential");

    private final SluiceCommand sluice;
    private final Path directory;
    private final int nodes;
    private final int offset;
    private final String config;
    private final boolean kept;
    private StackFile file;

    private Stack(
            SluiceCommand sluice,
            Path directory,
            int nodes,
            int offset,
            String config,
            boolean kept) {
        this.sluice = sluice;
        this.directory = directory;
        this.nodes = nodes;
        this.offset = offset;
        this.config = config;
        this.kept = kept;
        this.file = up();
    }

    /**
     * Starts in a folder of its own, or in the one that {@code SLUICE_SYSTEM_DIR} names, which
     * keeps its stack running from run to run: for those who work on these tests.
     */
    static Stack start(int nodes) {
        try {
            String kept = System.getenv().getOrDefault("SLUICE_SYSTEM_DIR", "");
            Path directory =
                    kept.isEmpty()
                            ? Files.createTempDirectory("sluice-system-")
                            : Files.createDirectories(Path.of(kept, nodes + "-nodes"));
            Path known = directory.resolve("data/stack.json");
            int offset =
                    Files.exists(known)
                            ? StackFile.read(known).simulatorPort() - SIMULATOR_PORT
                            : PortOffset.findFree();
            String simulator = "http://127.0.0.1:" + (SIMULATOR_PORT + offset);
            String config = resource("/system.yaml").replace("${SIM}", simulator);
            Files.writeString(directory.resolve("system.yaml"), config);
            SluiceCommand sluice =
                    new SluiceCommand(SluiceCommand.projectRoot(), directory, PERIODS);
            return new Stack(sluice, directory, nodes, offset, config, !kept.isEmpty());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Starts what is missing, applies nothing new, waits until it is ready. */
    public StackFile up() {
        return up(Map.of());
    }

    /** The same, where what it starts gets more in its environment. */
    public StackFile up(Map<String, String> more) {
        sluice.run(
                more,
                START_MAX,
                "up",
                "--detach",
                "--no-demo",
                "--config",
                directory.resolve("system.yaml").toString(),
                "--data-dir",
                directory.resolve("data").toString(),
                "--nodes",
                Integer.toString(nodes),
                "--port-offset",
                Integer.toString(offset));
        file = StackFile.read(directory.resolve("data/stack.json"));
        return file;
    }

    /** Stops it and leaves of its folder only the logs, in the module's target folder. */
    void down() {
        if (kept) {
            return;
        }
        sluice.run(
                Duration.ofMinutes(1), "down", "--data-dir", directory.resolve("data").toString());
        Path logs = SluiceCommand.projectRoot().resolve("system-tests/target/stack-logs");
        Leftovers.keepLogs(directory.resolve("data/logs"), logs.resolve(nodes + "-nodes"));
        Leftovers.delete(directory);
    }

    public StackFile file() {
        return file;
    }

    public Path directory() {
        return directory;
    }

    /** The folder of the project. */
    public Path project() {
        return SluiceCommand.projectRoot();
    }

    /** What a process has logged. */
    public Path log(String name) {
        return directory.resolve("data/logs").resolve(name + ".log");
    }

    /** The config text as it was applied at the start. */
    public String config() {
        return config;
    }

    public ServerProcess process(String name) {
        Long pid =
                Objects.requireNonNull(
                        file.pids().get(name), () -> "no pid of " + name + " in " + file.pids());
        return ServerProcess.of(name, pid);
    }

    public String key(String path) {
        return Objects.requireNonNull(
                file.keys().get(path), () -> "no key " + path + " in stack.json");
    }

    /** A caller of the first node. */
    public Caller caller(String keyPath) {
        return caller(0, keyPath);
    }

    public Caller caller(int node, String keyPath) {
        return new Caller(file.gateway().get(node), key(keyPath));
    }

    public List<Caller> callers(String keyPath) {
        return file.gateway().stream().map(url -> new Caller(url, key(keyPath))).toList();
    }

    public Admin admin() {
        return new Admin(file.console(), file.admin().token());
    }

    public SimulatorClient simulator() {
        return new SimulatorClient(file.simulator());
    }

    private static String resource(String name) throws IOException {
        try (var in = Objects.requireNonNull(Stack.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
