package dev.sluice.cli.stack;

import dev.sluice.cli.CommandFailure;
import dev.sluice.cli.ExitCode;
import dev.sluice.embedded.EmbeddedKafkaServer;
import dev.sluice.embedded.EmbeddedPostgresServer;
import dev.sluice.embedded.EmbeddedRedisServer;
import dev.sluice.embedded.ServerCommand;
import dev.sluice.embedded.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Brings up what is missing of a stack: the servers side by side, then the control plane and the
 * nodes side by side. What fails, or is interrupted, takes with it everything that was started
 * here.
 */
public final class StackStarter {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

    private static final Duration WATCH_INTERVAL = Duration.ofSeconds(1);

    private final StackLayout layout;
    private final RunningStack running;
    private final StackServers servers;
    private final Consumer<String> progress;
    private final Set<String> before;
    private volatile boolean stopping;

    public StackStarter(StackLayout layout, ProjectJars jars, Consumer<String> progress) {
        this.layout = layout;
        this.running = new RunningStack(layout);
        this.servers = new StackServers(layout, jars);
        this.progress = progress;
        this.before = Set.copyOf(running.living().keySet());
    }

    /** Looks at everything that would keep the stack from starting, before anything starts. */
    public void check() {
        RunSettings.load(layout.dir())
                .filter(settings -> settings.portOffset() != layout.portOffset())
                .ifPresent(this::checkMove);
        var toStart = new TreeSet<>(layout.ports().keySet());
        toStart.removeAll(before);
        List<String> busy = PortCheck.busy(layout, toStart);
        if (!busy.isEmpty()) {
            throw new CommandFailure(ExitCode.FAILED, busy);
        }
    }

    /**
     * Ports of a running stack cannot move; those of a stopped one can, which has a consequence.
     */
    private void checkMove(RunSettings settings) {
        if (!before.isEmpty()) {
            throw CommandFailure.failed(
                    "sluice: %s runs with --port-offset %d; stop it first: ./sluice down --data-dir %s"
                            .formatted(layout.dir(), settings.portOffset(), layout.dir()));
        }
        progress.accept(
                "sluice: %s was last started with --port-offset %d, now with %d: an upstream that points to the simulator's old port has to be applied or edited anew."
                        .formatted(layout.dir(), settings.portOffset(), layout.portOffset()));
    }

    /** Starts what is missing and waits until each process answers. */
    public void start(StackSecrets secrets) {
        new RunSettings(layout.portOffset(), layout.nodes()).save(layout.dir());
        servers.makeKeyset();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var postgres = CompletableFuture.supplyAsync(this::postgres, threads);
            var redis = run(threads, this::redis);
            var kafka = run(threads, this::kafka);
            var simulator = run(threads, this::simulator);
            // The control plane takes the longest and is content with its database to begin with.
            var controlPlane = postgres.thenAcceptAsync(it -> controlPlane(it, secrets), threads);
            join(List.of(postgres, redis, kafka), threads);
            var planes = new ArrayList<CompletableFuture<?>>(List.of(simulator, controlPlane));
            for (int node = 1; node <= layout.nodes(); node++) {
                int number = node;
                planes.add(run(threads, () -> node(number)));
            }
            join(planes, threads);
        }
    }

    /** The pids of everything that lives, by name, nodes first. */
    public Map<String, Long> pids() {
        var pids = new LinkedHashMap<String, Long>();
        running.living().forEach((name, process) -> pids.put(name, process.pid()));
        return pids;
    }

    /** Says what ends; returns when nothing runs any more. */
    public void watch() throws InterruptedException {
        // All of them, not those that live now: one may have ended since it was ready.
        var known = layout.ports().keySet();
        while (!known.isEmpty()) {
            Thread.sleep(WATCH_INTERVAL);
            var living = running.living().keySet();
            for (String name : known) {
                if (!living.contains(name) && !stopping) {
                    progress.accept(
                            "%s has ended; its log is %s".formatted(name, layout.log(name)));
                }
            }
            known = living;
        }
    }

    /** Stops what this starter has started, and nothing else. */
    public void stop() {
        stopping = true;
        running.stop(before, progress);
        running.stop(before, progress); // what was just being launched during the first round
        if (running.living().isEmpty()) {
            StackFile.delete(layout.dir());
        }
    }

    public boolean isStopping() {
        return stopping;
    }

    private EmbeddedPostgresServer postgres() {
        return timed(
                StackLayout.POSTGRES,
                layout.postgresPort(),
                () ->
                        EmbeddedPostgresServer.start(
                                layout.home(StackLayout.POSTGRES),
                                layout.postgresPort(),
                                layout.log(StackLayout.POSTGRES)));
    }

    private void redis() {
        timed(
                StackLayout.REDIS,
                layout.redisPort(),
                () ->
                        EmbeddedRedisServer.start(
                                layout.home(StackLayout.REDIS),
                                layout.redisPort(),
                                layout.log(StackLayout.REDIS)));
    }

    private void kafka() {
        timed(
                StackLayout.KAFKA,
                layout.kafkaPort(),
                () ->
                        EmbeddedKafkaServer.start(
                                layout.home(StackLayout.KAFKA),
                                layout.kafkaPort(),
                                layout.kafkaControllerPort(),
                                layout.log(StackLayout.KAFKA)));
    }

    private void simulator() {
        own(servers.simulator(), layout.simulatorPort(), "/healthz");
    }

    private void controlPlane(EmbeddedPostgresServer postgres, StackSecrets secrets) {
        own(
                servers.controlPlane(
                        postgres.jdbcUrl(), postgres.user(), postgres.password(), secrets),
                layout.consolePort(),
                "/readyz");
    }

    /** Alive, not ready: a node is ready once it has a config, which is applied later. */
    private void node(int number) {
        own(servers.node(number), layout.managementPort(number), "/healthz");
    }

    private void own(ServerCommand command, int port, String probe) {
        String url = layout.url(port) + probe;
        BooleanSupplier answers = () -> Probe.isOk(url);
        timed(
                command.name(),
                port,
                () -> {
                    var process = running.living(command.name()).orElseGet(() -> launch(command));
                    command.awaitReady(process, START_TIMEOUT, answers);
                    return process;
                });
    }

    private ServerProcess launch(ServerCommand command) {
        if (stopping) {
            throw CommandFailure.failed("sluice: stopped while starting");
        }
        return command.launch();
    }

    private <T> T timed(String name, int port, Supplier<T> start) {
        long from = System.nanoTime();
        T started = start.get();
        String how = before.contains(name) ? "already runs" : "ready";
        progress.accept(
                "  %-14s %s on port %d (%.1f s)"
                        .formatted(name, how, port, (System.nanoTime() - from) / 1e9));
        return started;
    }

    private static CompletableFuture<Void> run(Executor threads, Runnable part) {
        return CompletableFuture.runAsync(part, threads);
    }

    /** The first failure ends the wait; what else still starts is stopped by the caller. */
    private static void join(List<? extends CompletableFuture<?>> parts, ExecutorService threads) {
        var failed = new CompletableFuture<Object>();
        for (var part : parts) {
            var _ =
                    part.exceptionally(failure -> {
                        failed.completeExceptionally(failure);
                        return null;
                    });
        }
        var all = CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new));
        try {
            CompletableFuture.anyOf(all, failed).join();
        } catch (CompletionException wrapped) {
            threads.shutdownNow();
            if (wrapped.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw wrapped;
        }
    }
}
