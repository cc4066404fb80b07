package dev.sluice.simulator;

import java.time.Clock;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The simulator as a process; configured by the environment alone. */
public final class Simulator {
    private static final Logger LOG = LoggerFactory.getLogger(Simulator.class);

    private Simulator() {}

    public static void main(String[] args) {
        Map<String, String> env = System.getenv();
        int port = Integer.parseInt(env.getOrDefault("SLUICE_SIMULATOR_PORT", "9900"));
        String host = env.getOrDefault("SLUICE_BIND", "127.0.0.1");
        String loops = env.get("SLUICE_EVENT_LOOPS");
        int eventLoops =
                loops == null
                        ? Math.max(1, Runtime.getRuntime().availableProcessors())
                        : Integer.parseInt(loops);
        SimulatorServer.start(host, port, eventLoops, Clock.systemUTC())
                .onSuccess(server -> LOG.info("simulator listens on {}:{}", host, server.port()))
                .onFailure(failure -> {
                    LOG.error(
                            "simulator cannot listen on {}:{}: {}",
                            host,
                            port,
                            failure.getMessage());
                    System.exit(1);
                });
    }
}
