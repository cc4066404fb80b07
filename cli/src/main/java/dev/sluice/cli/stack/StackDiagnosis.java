package dev.sluice.cli.stack;

import dev.sluice.embedded.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What can be said about a machine and a stack on it from outside. */
public final class StackDiagnosis {
    private static final int LOWEST_JAVA = 25;
    private static final long LEAST_FREE_BYTES = 2L << 30;

    private final StackLayout layout;
    private final List<Finding> findings = new ArrayList<>();

    private StackDiagnosis(StackLayout layout) {
        this.layout = layout;
    }

    /** One thing that was looked at. */
    public record Finding(boolean isFine, String text) {}

    /** Looks at everything. */
    public static List<Finding> of(StackLayout layout) {
        var diagnosis = new StackDiagnosis(layout);
        diagnosis.machine();
        var stack = StackFile.load(layout.dir());
        if (stack.isPresent()) {
            diagnosis.stack(stack.get());
        } else {
            diagnosis.ports();
        }
        return List.copyOf(diagnosis.findings);
    }

    /** Whether something answers at the addresses of upstreams, given by their names. */
    public static List<Finding> ofUpstreams(Map<String, List<String>> addresses) {
        var findings = new ArrayList<Finding>();
        addresses.forEach((name, urls) -> {
            for (String url : urls) {
                // Any status will do: without a credential most say 401 or 404.
                boolean answers = Probe.status(url).isPresent();
                findings.add(
                        new Finding(
                                answers,
                                "upstream %s %s at %s"
                                        .formatted(
                                                name,
                                                answers ? "answers" : "does not answer",
                                                url)));
            }
        });
        return findings;
    }

    private void machine() {
        int java = Runtime.version().feature();
        add(java >= LOWEST_JAVA, "JDK %d at %s".formatted(java, System.getProperty("java.home")));
        add(onPath("mvn"), "Maven on PATH");
        String os = System.getProperty("os.name", "");
        add(
                os.toLowerCase(Locale.ROOT).contains("linux"),
                "embedded servers run on this system (%s %s)"
                        .formatted(os, System.getProperty("os.arch")));
        disk();
    }

    private void disk() {
        Path place = layout.dir();
        while (!Files.exists(place) && place.getParent() != null) {
            place = place.getParent();
        }
        try {
            long free = Files.getFileStore(place).getUsableSpace();
            add(
                    free >= LEAST_FREE_BYTES,
                    "%.1f GB free at %s (2 needed)".formatted(free / 1e9, layout.dir()));
            add(Files.isWritable(place), "%s can be written to".formatted(place));
        } catch (IOException unreadable) {
            add(false, "%s cannot be looked at: %s".formatted(place, unreadable.getMessage()));
        }
    }

    private void ports() {
        List<String> busy = PortCheck.busy(layout, layout.ports().keySet());
        if (busy.isEmpty()) {
            add(true, "no stack on %s, its ports are free".formatted(layout.dir()));
        } else {
            busy.forEach(line -> add(false, line.replaceFirst("^sluice: ", "")));
        }
    }

    private void stack(StackFile stack) {
        stack.pids()
                .keySet()
                .forEach(name -> {
                    boolean alive = ServerProcess.living(name, layout.pidFile(name)).isPresent();
                    add(
                            alive,
                            alive
                                    ? name + " runs"
                                    : "%s does not run; see %s, then ./sluice up again"
                                            .formatted(name, layout.log(name)));
                });
        answers("the control plane", stack.console() + "/readyz");
        for (int node = 0; node < stack.management().size(); node++) {
            answers(StackLayout.node(node + 1), stack.management().get(node) + "/readyz");
        }
    }

    private void answers(String what, String url) {
        boolean ready = Probe.isOk(url);
        add(ready, ready ? what + " is ready" : "%s is not ready (%s)".formatted(what, url));
    }

    private void add(boolean isFine, String text) {
        findings.add(new Finding(isFine, text));
    }

    private static boolean onPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(dir -> !dir.isEmpty() && Files.isExecutable(Path.of(dir, program)));
    }
}
