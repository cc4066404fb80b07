package dev.sluice.cli.stack;

import dev.sluice.embedded.Ports;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Finds ports that are taken before anything is started. */
final class PortCheck {
    private PortCheck() {}

    /** One line that names every port that a process to be started would not get, or none. */
    static List<String> busy(StackLayout layout, Set<String> toStart) {
        var taken = new TreeMap<Integer, String>();
        layout.ports()
                .forEach((process, ports) -> {
                    if (toStart.contains(process)) {
                        ports.forEach((what, port) -> {
                            if (!Ports.isFree(port)) {
                                taken.put(port, "%d (%s)".formatted(port, what));
                            }
                        });
                    }
                });
        return switch (taken.size()) {
            case 0 -> List.of();
            case 1 ->
                    List.of(
                            "sluice: port %s is taken by another process. Free it, or choose other ports with --port-offset N."
                                    .formatted(taken.firstEntry().getValue()));
            default ->
                    List.of(
                            "sluice: ports %s are taken by other processes. Free them, or choose others with --port-offset N."
                                    .formatted(String.join(", ", taken.values())));
        };
    }
}
