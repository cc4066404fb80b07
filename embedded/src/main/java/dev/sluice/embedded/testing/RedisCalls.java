package dev.sluice.embedded.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The few Redis commands that setting up needs, in Redis' inline form. */
final class RedisCalls {
    private static final int TIMEOUT_MS = 5_000;
    private static final int USUAL_DATABASES = 16;

    private RedisCalls() {}

    /** Sends the commands over one connection; the first line of each reply. */
    static List<String> all(String host, int port, String... commands) {
        try (var socket = new Socket(host, port);
                var in =
                        new BufferedReader(
                                new InputStreamReader(
                                        socket.getInputStream(), StandardCharsets.UTF_8))) {
            socket.setSoTimeout(TIMEOUT_MS);
            var replies = new ArrayList<String>();
            for (String command : commands) {
                socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
                String reply = String.valueOf(in.readLine());
                if (reply.startsWith("-")) {
                    throw new IllegalStateException(
                            "Redis answers %s to %s".formatted(reply, command));
                }
                replies.add(reply);
            }
            return replies;
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    "Redis at %s:%d does not answer".formatted(host, port), failure);
        }
    }

    static long integer(String host, int port, String command) {
        return Long.parseLong(all(host, port, command).getFirst().substring(1));
    }

    /** How many databases the server has; asked by trying the last number that ours has. */
    static int databases(String host, int port) {
        try {
            all(host, port, "SELECT 1023");
            return 1024;
        } catch (IllegalStateException outOfRange) {
            return USUAL_DATABASES;
        }
    }
}
