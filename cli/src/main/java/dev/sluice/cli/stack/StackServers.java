package dev.sluice.cli.stack;

import dev.sluice.embedded.ServerCommand;
import dev.sluice.model.secret.SecretSealer;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How each of Sluice's own processes is started: its jar, its flags, its environment. */
final class StackServers {
    private static final String ALL_LOCAL = "127.0.0.1";

    private final StackLayout layout;
    private final ProjectJars jars;

    StackServers(StackLayout layout, ProjectJars jars) {
        this.layout = layout;
        this.jars = jars;
    }

    ServerCommand simulator() {
        return command(
                StackLayout.SIMULATOR,
                jars.java(
                        "simulator",
                        "dev.sluice.simulator.Simulator",
                        "-Xmx192m",
                        "-XX:+UseSerialGC"),
                Map.of(
                        "SLUICE_SIMULATOR_PORT",
                        Integer.toString(layout.simulatorPort()),
                        "SLUICE_BIND",
                        ALL_LOCAL));
    }

    ServerCommand controlPlane(String jdbcUrl, String user, String password, StackSecrets secrets) {
        var environment = shared();
        environment.put("SLUICE_CONSOLE_PORT", Integer.toString(layout.consolePort()));
        // What the console tells people to call.
        environment.put("SLUICE_GATEWAY_URL", layout.url(layout.gatewayPort(1)));
        environment.put("SLUICE_DB_URL", jdbcUrl);
        environment.put("SLUICE_DB_USER", user);
        environment.put("SLUICE_DB_PASSWORD", password);
        environment.put("SLUICE_ADMIN_PASSWORD", secrets.admin().password());
        environment.put("SLUICE_ADMIN_TOKEN", secrets.admin().token());
        environment.put("SLUICE_DATA_DIR", layout.home(StackLayout.CONTROL_PLANE).toString());
        return command(
                StackLayout.CONTROL_PLANE,
                jars.java(
                        "admin-ui",
                        "dev.sluice.admin.ConsoleApplication",
                        // Young enough for two batches of the ledger with all that they hold: what
                        // does not fit is copied into the old heap, and fills it.
                        "-Xmx640m",
                        "-Xmn320m",
                        "-XX:SurvivorRatio=4",
                        "-XX:+UseSerialGC",
                        // What a start runs is not worth C2's time; what booking runs is.
                        "-XX:Tier4InvocationThreshold=40000",
                        "-XX:Tier4MinInvocationThreshold=10000",
                        "-XX:Tier4CompileThreshold=80000",
                        "-XX:Tier4BackEdgeThreshold=200000"),
                environment);
    }

    ServerCommand node(int number) {
        String name = StackLayout.node(number);
        var environment = shared();
        environment.put("SLUICE_NODE_ID", name);
        environment.put("SLUICE_GATEWAY_PORT", Integer.toString(layout.gatewayPort(number)));
        environment.put("SLUICE_MANAGEMENT_PORT", Integer.toString(layout.managementPort(number)));
        environment.put("SLUICE_DATA_DIR", layout.home(name).toString());
        return command(
                name,
                // What a call leaves behind dies young: a copying collector beside two event loops
                // costs less than concurrent marking.
                jars.java(
                        "data-plane",
                        "dev.sluice.dataplane.DataPlane",
                        "-Xms96m",
                        "-Xmn48m",
                        "-Xmx256m",
                        "-XX:+UseSerialGC"),
                environment);
    }

    /** The key that seals upstream secrets; made once per directory. */
    void makeKeyset() {
        if (!Files.exists(layout.keyset())) {
            PrivateFiles.write(layout.keyset(), SecretSealer.generateKeyset());
        }
    }

    private Map<String, String> shared() {
        var environment = new HashMap<String, String>();
        environment.put("SLUICE_BIND", ALL_LOCAL);
        environment.put("SLUICE_REDIS_URL", "redis://127.0.0.1:" + layout.redisPort());
        environment.put("SLUICE_KAFKA", "127.0.0.1:" + layout.kafkaPort());
        environment.put("SLUICE_KEYSET_FILE", layout.keyset().toString());
        return environment;
    }

    private ServerCommand command(
            String name, List<String> words, Map<String, String> environment) {
        return new ServerCommand(
                name,
                words,
                environment,
                layout.home(name),
                layout.log(name),
                layout.pidFile(name));
    }
}
