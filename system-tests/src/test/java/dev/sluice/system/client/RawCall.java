package dev.sluice.system.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A call on a bare socket, for what an HTTP client would refuse to send. */
public final class RawCall implements AutoCloseable {
    private final Socket socket;

    public RawCall(String gateway) throws IOException {
        URI uri = URI.create(gateway);
        socket = new Socket(uri.getHost(), uri.getPort());
        socket.setSoTimeout(20_000);
    }

    public void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends this many bytes of text, or as many as the server lets through. */
    public void flood(long bytes) throws IOException {
        byte[] some = "x".repeat(65_536).getBytes(StandardCharsets.UTF_8);
        OutputStream out = socket.getOutputStream();
        for (long sent = 0; sent < bytes; sent += some.length) {
            out.write(some, 0, (int) Math.min(some.length, bytes - sent));
        }
    }

    public InputStream in() throws IOException {
        return socket.getInputStream();
    }

    /** What the server answers until it closes, or is silent with a whole answer given. */
    public String answer() throws IOException {
        StringBuilder answer = new StringBuilder();
        byte[] some = new byte[8192];
        try {
            for (int n = in().read(some); n >= 0; n = in().read(some)) {
                answer.append(new String(some, 0, n, StandardCharsets.UTF_8));
                if (answer.toString().endsWith("}")) {
                    break;
                }
            }
        } catch (IOException reset) {
            // A server may reset a flood after its answer; what came before counts.
            if (answer.isEmpty()) {
                throw reset;
            }
        }
        return answer.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
