package dev.sluice.dataplane.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An upstream on a real socket that plays one script per request, byte for byte. */
final class ScriptedUpstream implements AutoCloseable {
    record Received(String path, Map<String, String> headers, byte[] body, Socket socket) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    interface Script {
        void play(Received request, OutputStream out) throws Exception;
    }

    private final ServerSocket server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Deque<Script> scripts = new ConcurrentLinkedDeque<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile Script otherwise = json(500, "{\"error\":{\"message\":\"unscripted\"}}");

    ScriptedUpstream() {
        try {
            server = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        } catch (IOException taken) {
            throw new UncheckedIOException(taken);
        }
        threads.execute(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    ScriptedUpstream next(Script script) {
        scripts.add(script);
        return this;
    }

    ScriptedUpstream always(Script script) {
        otherwise = script;
        return this;
    }

    List<Received> received() {
        return received;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                socket.setTcpNoDelay(true);
                threads.execute(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            while (true) {
                var line = line(in);
                if (line == null) {
                    return;
                }
                var headers = new TreeMap<String, String>();
                for (var h = line(in); h != null && !h.isEmpty(); h = line(in)) {
                    var colon = h.indexOf(':');
                    headers.put(
                            h.substring(0, colon).toLowerCase(Locale.ROOT),
                            h.substring(colon + 1).strip());
                }
                var length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
                var request =
                        new Received(line.split(" ")[1], headers, in.readNBytes(length), socket);
                received.add(request);
                var script = scripts.poll();
                (script == null ? otherwise : script).play(request, socket.getOutputStream());
                if (socket.isClosed() || socket.isOutputShutdown()) {
                    return;
                }
            }
        } catch (Exception peerGone) {
            // What the gateway does about it is what the tests look at.
        }
    }

    private static String line(InputStream in) throws IOException {
        var text = new StringBuilder();
        for (var b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                return text.toString().strip();
            }
            text.append((char) b);
        }
        return null;
    }

    static Script json(int status, String body, String... headers) {
        return (request, out) -> write(out, status, "application/json", body, headers);
    }

    static Script typed(int status, String type, String body) {
        return (request, out) -> write(out, status, type, body);
    }

    private static void write(
            OutputStream out, int status, String type, String body, String... headers)
            throws IOException {
        write(out, status, type, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    static void write(OutputStream out, int status, String type, byte[] bytes, String... headers)
            throws IOException {
        var head = new StringBuilder("HTTP/1.1 " + status + " X\r\ncontent-type: " + type);
        head.append("\r\ncontent-length: ").append(bytes.length).append("\r\n");
        for (var header : headers) {
            head.append(header).append("\r\n");
        }
        out.write((head + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.write(bytes);
        out.flush();
    }

    /** A chunked event stream of these segments, ended properly. */
    static Script sse(String... segments) {
        return (request, out) -> {
            beginStream(out);
            for (var segment : segments) {
                chunk(out, segment);
            }
            endStream(out);
        };
    }

    static void beginStream(OutputStream out) throws IOException {
        beginStream(out, "text/event-stream");
    }

    static void beginStream(OutputStream out, String type) throws IOException {
        var head = "HTTP/1.1 200 OK\r\ncontent-type: " + type + "\r\n";
        out.write((head + "transfer-encoding: chunked\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    static void chunk(OutputStream out, String text) throws IOException {
        chunk(out, text.getBytes(StandardCharsets.UTF_8));
    }

    static void chunk(OutputStream out, byte[] bytes) throws IOException {
        out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.write(bytes);
        out.write("\r\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    static void endStream(OutputStream out) throws IOException {
        out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    static String delta(String content) {
        return "data: {\"id\":\"up-1\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,"
                + "\"model\":\"up-chat\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
                + content
                + "\"},\"finish_reason\":null}]}\n\n";
    }

    static String finish(String reason) {
        return "data: {\"id\":\"up-1\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,"
                + "\"model\":\"up-chat\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\""
                + reason
                + "\"}]}\n\n";
    }

    static String usage(int prompt, int completion) {
        return "data: {\"id\":\"up-1\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,"
                + "\"model\":\"up-chat\",\"choices\":[],\"usage\":{\"prompt_tokens\":"
                + prompt
                + ",\"completion_tokens\":"
                + completion
                + ",\"total_tokens\":"
                + (prompt + completion)
                + "}}\n\n";
    }

    static final String DONE = "data: [DONE]\n\n";

    static String completion(String content, int prompt, int completion) {
        return "{\"id\":\"up-1\",\"object\":\"chat.completion\",\"created\":1760000000,"
                + "\"model\":\"up-chat\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                + "\"content\":\""
                + content
                + "\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":"
                + prompt
                + ",\"completion_tokens\":"
                + completion
                + ",\"total_tokens\":"
                + (prompt + completion)
                + "}}";
    }

    /** Closes the connection with a reset instead of a proper end. */
    static void reset(Received request) throws IOException {
        request.socket().setSoLinger(true, 0);
        request.socket().close();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException ignored) {
            // It is closed then.
        }
        for (var request : received) {
            try {
                request.socket().close();
            } catch (IOException ignored) {
                // It is closed then.
            }
        }
        threads.shutdownNow();
    }
}
