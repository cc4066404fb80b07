package dev.sluice.cli.stack;

import dev.sluice.embedded.Ports;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds ports that are taken before anything is started. */
final class PortCheck {
    private PortCheck() {}

    /** A line for each port that a process to be started would not get. */
    static List<String> busy(StackLayout layout, Set<String> toStart) {
        var lines = new ArrayList<String>();
        layout.ports()
                .forEach((process, ports) -> {
                    if (toStart.contains(process)) {
                        ports.forEach((what, port) -> {
                            if (!Ports.isFree(port)) {
                                lines.add(line(what, port));
                            }
                        });
                    }
                });
        return lines;
    }

    private static String line(String what, int port) {
        return "sluice: port %d (%s) is taken by another process. Free it, or choose other ports with --port-offset N."
                .formatted(port, what);
    }
}
