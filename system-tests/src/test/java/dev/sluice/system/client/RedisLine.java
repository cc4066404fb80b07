package dev.sluice.system.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One Redis command by hand, for what no client of the system would do. */
public final class RedisLine implements AutoCloseable {
    private final Socket socket;

    public RedisLine(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(5_000);
    }

    public String send(String command) throws IOException {
        socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
        return new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                .readLine();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
