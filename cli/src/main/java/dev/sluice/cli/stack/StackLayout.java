package dev.sluice.cli.stack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where everything of one stack is: folders under its data directory, and ports by their offset.
 */
public record StackLayout(Path dir, int portOffset, int nodes) {
    public static final String POSTGRES = "postgres";
    public static final String REDIS = "redis";
    public static final String KAFKA = "kafka";
    public static final String SIMULATOR = "simulator";
    public static final String CONTROL_PLANE = "control-plane";
    public static final int MOST_NODES = 10;

    private static final int GATEWAY_PORT = 8080;
    private static final int CONSOLE_PORT = 8090;
    private static final int MANAGEMENT_PORT = 9080;
    private static final int SIMULATOR_PORT = 9900;
    private static final int POSTGRES_PORT = 15432;
    private static final int REDIS_PORT = 16379;
    private static final int KAFKA_PORT = 19092;
    private static final int KAFKA_CONTROLLER_PORT = 19093;

    public StackLayout {
        dir = dir.toAbsolutePath().normalize();
    }

    public static String node(int number) {
        return "node-" + number;
    }

    public Path home(String process) {
        return dir.resolve(process);
    }

    public Path log(String process) {
        return dir.resolve("logs").resolve(process + ".log");
    }

    public Path pidFile(String process) {
        return home(process).resolve("server.pid");
    }

    public Path keyset() {
        return dir.resolve("keyset.json");
    }

    public int consolePort() {
        return CONSOLE_PORT + portOffset;
    }

    public int simulatorPort() {
        return SIMULATOR_PORT + portOffset;
    }

    public int postgresPort() {
        return POSTGRES_PORT + portOffset;
    }

    public int redisPort() {
        return REDIS_PORT + portOffset;
    }

    public int kafkaPort() {
        return KAFKA_PORT + portOffset;
    }

    public int kafkaControllerPort() {
        return KAFKA_CONTROLLER_PORT + portOffset;
    }

    /** Node numbers count from 1. */
    public int gatewayPort(int node) {
        return GATEWAY_PORT + portOffset + node - 1;
    }

    public int managementPort(int node) {
        return MANAGEMENT_PORT + portOffset + node - 1;
    }

    public String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    public List<String> nodeNames() {
        var names = new ArrayList<String>();
        for (int node = 1; node <= nodes; node++) {
            names.add(node(node));
        }
        return names;
    }

    /** All processes in the order in which they are stopped: those that use others first. */
    public List<String> stopOrder() {
        var names = new ArrayList<String>();
        for (int node = 1; node <= MOST_NODES; node++) {
            names.add(node(node));
        }
        names.addAll(List.of(CONTROL_PLANE, SIMULATOR, KAFKA, REDIS, POSTGRES));
        return names;
    }

    /** What each process listens on: process → what the port is for → port. */
    public Map<String, Map<String, Integer>> ports() {
        var ports = new LinkedHashMap<String, Map<String, Integer>>();
        ports.put(POSTGRES, Map.of("PostgreSQL", postgresPort()));
        ports.put(REDIS, Map.of("Redis", redisPort()));
        ports.put(
                KAFKA, Map.of("Kafka", kafkaPort(), "the Kafka controller", kafkaControllerPort()));
        ports.put(SIMULATOR, Map.of("the simulator", simulatorPort()));
        ports.put(CONTROL_PLANE, Map.of("the console", consolePort()));
        for (int node = 1; node <= nodes; node++) {
            ports.put(
                    node(node),
                    Map.of(
                            "the gateway of " + node(node),
                            gatewayPort(node),
                            "the management of " + node(node),
                            managementPort(node)));
        }
        return ports;
    }
}
