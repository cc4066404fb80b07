package dev.sluice.cli;

import dev.sluice.cli.config.ConfigText;
import dev.sluice.cli.config.ControlPlaneClient;
import dev.sluice.cli.stack.StackFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The config file of {@code plan} and {@code apply}. */
final class ConfigFileOption {
    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            required = true,
            description = "The config file.")
    String file = "";

    @Option(
            names = "--adopt",
            paramLabel = "KIND/PATH",
            description = "Lets the file take over an object that was made in the console.")
    List<String> adopt = new ArrayList<>();

    /** Said before anything else: a mistyped name is the most likely mistake. */
    void requireFile() {
        ConfigText.requireFile(file);
    }

    /** With faults, also those that only the control plane can know of are named. */
    ConfigText read(StackFile stack, ControlPlaneClient client) {
        var environment = environment(stack.simulator());
        try {
            return ConfigText.read(file, environment);
        } catch (CommandFailure local) {
            throw ConfigText.unchecked(file, environment)
                    .flatMap(text -> client.faults(text, adopt))
                    .orElse(local);
        }
    }

    /** The caller's environment, and the address of the stack's simulator. */
    static Map<String, String> environment(String simulator) {
        var environment = new HashMap<>(System.getenv());
        environment.put("SLUICE_SIMULATOR_URL", simulator);
        return environment;
    }
}
