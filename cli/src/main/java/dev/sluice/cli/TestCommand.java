package dev.sluice.cli;

import dev.sluice.cli.testing.BrowserForTests;
import dev.sluice.cli.testing.NodeForTests;
import dev.sluice.embedded.testing.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs every check and test of the project, with one set of servers for all modules. */
@Command(
        name = "test",
        description = "Runs every static check and every test; exit code 0 only if all pass.",
        mixinStandardHelpOptions = true)
final class TestCommand implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "MAVEN-ARGUMENT",
            description = "Handed on to Maven, after --, such as -- -pl simulator -am.")
    List<String> mavenArguments = new ArrayList<>();

    @Override
    public Integer call() {
        var terminal = Main.terminal(spec);
        new BrowserForTests(terminal).provide();
        new NodeForTests(terminal).lookFor();
        terminal.note("Starting PostgreSQL, Redis and Kafka for the tests");
        return maven(TestServers.handedOn());
    }

    private int maven(Map<String, String> servers) {
        var words = new ArrayList<>(List.of("mvn", "-B", "-ntp", "--fail-at-end", "verify"));
        words.addAll(mavenArguments);
        var builder = new ProcessBuilder(words).inheritIO();
        builder.directory(Path.of(System.getProperty("sluice.home", "")).toAbsolutePath().toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(servers);
        try {
            int code = builder.start().waitFor();
            return code == 0 ? ExitCode.DONE : ExitCode.FAILED;
        } catch (IOException noMaven) {
            throw CommandFailure.failed("sluice: Maven cannot be run: " + noMaven.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }
}
