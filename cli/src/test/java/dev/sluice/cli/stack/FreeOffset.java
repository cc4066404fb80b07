package dev.sluice.cli.stack;

import dev.sluice.embedded.Ports;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Finds ports for a stack below those that the system lends to outgoing connections. */
public final class FreeOffset {
    private static final int FIRST = 200;
    private static final int STEP = 100;
    private static final int STEPS = 120;

    private FreeOffset() {}

    /** An offset at which every port of a stack is free; processes begin their search apart. */
    public static int find() {
        var begin = (int) (ProcessHandle.current().pid() % STEPS);
        return IntStream.range(0, STEPS)
                .map(step -> FIRST + (begin + step) % STEPS * STEP)
                .filter(FreeOffset::isFree)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no free ports for a stack"));
    }

    private static boolean isFree(int offset) {
        return new StackLayout(Path.of("d"), offset, StackLayout.MOST_NODES)
                .ports().values().stream()
                        .allMatch(ports -> ports.values().stream().allMatch(Ports::isFree));
    }
}
