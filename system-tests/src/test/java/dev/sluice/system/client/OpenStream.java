package dev.sluice.system.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A stream being read: its frames so far, and how it ended. */
public final class OpenStream implements AutoCloseable {
    /** How the stream ended, from what the caller can see. */
    public enum End {
        /** The terminator came. */
        DONE,
        /** The body ended properly, without the terminator. */
        ENDED,
        /** The connection broke. */
        BROKEN
    }

    private final HttpResponse<InputStream> response;
    private final List<String> frames = new CopyOnWriteArrayList<>();
    private final CompletableFuture<End> end = new CompletableFuture<>();

    private OpenStream(HttpResponse<InputStream> response) {
        this.response = response;
    }

    static OpenStream reading(HttpResponse<InputStream> response) {
        OpenStream stream = new OpenStream(response);
        Thread.ofVirtual().start(stream::read);
        return stream;
    }

    private void read() {
        boolean done = false;
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isEmpty()) {
                    frames.add(line);
                    done = done || line.equals("data: [DONE]");
                }
            }
            end.complete(done ? End.DONE : End.ENDED);
        } catch (IOException broken) {
            end.complete(done ? End.DONE : End.BROKEN);
        }
    }

    public int status() {
        return response.statusCode();
    }

    public String traceId() {
        return response.headers().firstValue("X-Trace-Id").orElse("");
    }

    /** Lines that are not empty, comments included. */
    public List<String> frames() {
        return List.copyOf(frames);
    }

    /** The newest line; empty before the first. */
    public String last() {
        List<String> now = frames();
        return now.isEmpty() ? "" : now.getLast();
    }

    public long contentFrames() {
        return frames.stream().filter(frame -> frame.contains("\"content\":\" ")).count();
    }

    public CompletableFuture<End> end() {
        return end;
    }

    /** Leaves: the connection is closed without reading on. */
    @Override
    public void close() {
        try {
            response.body().close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
