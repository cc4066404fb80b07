package dev.sluice.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;

/** Local TCP ports. */
public final class Ports {
    private static final Duration RELEASE = Duration.ofMillis(500);

    private Ports() {}

    /** A port that is free now; another process may take it before it is used. */
    public static int free() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException("No free port", failure);
        }
    }

    /** Whether a server could listen there. */
    public static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true); // connections in TIME_WAIT do not make a port busy
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
            return true;
        } catch (IOException busy) {
            return false;
        }
    }

    static void requireFree(String server, int port) {
        // One that has just ended may need a moment to let go.
        if (!Waiting.until(RELEASE, Duration.ofMillis(50), () -> isFree(port))) {
            throw new ServerStartException(
                    "%s cannot use port %d: another process listens there."
                            .formatted(server, port));
        }
    }
}
