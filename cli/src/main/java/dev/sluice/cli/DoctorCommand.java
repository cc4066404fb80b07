package dev.sluice.cli;

import dev.sluice.cli.config.ControlPlaneClient;
import dev.sluice.cli.stack.RunSettings;
import dev.sluice.cli.stack.StackDiagnosis;
import dev.sluice.cli.stack.StackFile;
import dev.sluice.cli.stack.StackLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Looks at the machine and the stack and says what is wrong. */
@Command(
        name = "doctor",
        description = "Checks the machine and the stack; exit code 1 when something is wrong.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();
    @Mixin DataDirOption stackDir = new DataDirOption();

    @Override
    public Integer call() {
        var terminal = Main.terminal(spec);
        var last = RunSettings.load(stackDir.path()).orElse(new RunSettings(0, 1));
        var layout = new StackLayout(stackDir.path(), last.portOffset(), last.nodes());
        var findings = new ArrayList<>(StackDiagnosis.of(layout));
        StackFile.load(stackDir.path()).ifPresent(stack -> findings.addAll(upstreams(stack)));
        findings.forEach(finding ->
                terminal.print(
                        "%-5s %s".formatted(finding.isFine() ? "ok" : "FAIL", finding.text())));
        return findings.stream().allMatch(StackDiagnosis.Finding::isFine)
                ? ExitCode.DONE
                : ExitCode.FAILED;
    }

    private static List<StackDiagnosis.Finding> upstreams(StackFile stack) {
        try (var client = new ControlPlaneClient(stack.console(), stack.admin().token())) {
            return StackDiagnosis.ofUpstreams(client.upstreams());
        } catch (CommandFailure silent) {
            return List.of(new StackDiagnosis.Finding(false, "the upstreams cannot be listed"));
        }
    }
}
