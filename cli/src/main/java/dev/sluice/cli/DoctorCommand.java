package dev.sluice.cli;

import dev.sluice.cli.stack.StackDiagnosis;
import dev.sluice.cli.stack.StackLayout;
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
        var findings = StackDiagnosis.of(new StackLayout(stackDir.path(), 0, 1));
        findings.forEach(finding ->
                terminal.print(
                        "%-5s %s".formatted(finding.isFine() ? "ok" : "FAIL", finding.text())));
        return findings.stream().allMatch(StackDiagnosis.Finding::isFine)
                ? ExitCode.DONE
                : ExitCode.FAILED;
    }
}
