package dev.sluice.system.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;

/** Finds an offset at which every port of a stack is free. */
final class PortOffset {
    private static final int[] BASES = {8080, 9080, 8090, 9900, 15432, 16379, 19092, 19093};
    private static final int NODES_MAX = 3;

    private PortOffset() {}

    static int findFree() {
        int start = 3_000 + (int) (ProcessHandle.current().pid() % 80) * 100;
        return IntStream.range(0, 100)
                .map(step -> 3_000 + (start - 3_000 + step * 100) % 9_000)
                .filter(PortOffset::allFree)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no free range of ports for a stack"));
    }

    private static boolean allFree(int offset) {
        for (int base : BASES) {
            int width = base == 8080 || base == 9080 ? NODES_MAX : 1;
            for (int port = base + offset; port < base + offset + width; port++) {
                try (ServerSocket probe =
                        new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                    probe.setReuseAddress(true);
                } catch (IOException taken) {
                    return false;
                }
            }
        }
        return true;
    }
}
