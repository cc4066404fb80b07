package dev.sluice.dataplane.fetch;

import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.media.FetchedMedia.Medium;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Some media, several at once: all of them, or the first that failed. */
final class MediaBatch {
    private static final Logger LOG = LoggerFactory.getLogger(MediaBatch.class);

    private final MediaDownload.Parts parts;
    private final MediaDownload.Holding holding;
    private final Map<String, Kind> wanted;
    private final Deque<String> waiting;
    private final Map<String, MediaDownload> running = new LinkedHashMap<>();
    private final Map<String, Medium> done = new HashMap<>();
    private final Promise<Map<String, Medium>> promise = Promise.promise();
    private long timer = -1;
    private long bytes;
    private boolean over;

    /** One that cannot be had. */
    static final class Missing extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String address;
        private final Kind kind;
        private final Unfetchable why;

        Missing(String address, Kind kind, Unfetchable why) {
            super(why.reason(), null, false, false);
            this.address = address;
            this.kind = kind;
            this.why = why;
        }

        String address() {
            return address;
        }

        Kind kind() {
            return kind;
        }

        Unfetchable why() {
            return why;
        }
    }

    MediaBatch(MediaDownload.Parts parts, Map<String, Kind> wanted, MediaDownload.Holding holding) {
        this.parts = parts;
        this.wanted = wanted;
        this.waiting = new ArrayDeque<>(wanted.keySet());
        this.holding = holding;
    }

    /** By address. Fails with {@link Missing}, or as the holding does. */
    Future<Map<String, Medium>> run() {
        var limits = parts.limits();
        if (wanted.size() > limits.mostMedia()) {
            fail(
                    wanted.keySet().stream().skip(limits.mostMedia()).findFirst().orElseThrow(),
                    new Unfetchable(
                            "no more than " + limits.mostMedia() + " are fetched for one request"));
            return promise.future();
        }
        timer = parts.context().owner().setTimer(limits.wholeMs(), ignored -> late());
        next();
        return promise.future();
    }

    private void late() {
        if (!running.isEmpty()) {
            fail(running.keySet().iterator().next(), new Unfetchable("it did not come in time"));
        }
    }

    private void next() {
        while (!over && running.size() < parts.limits().atOnce() && !waiting.isEmpty()) {
            begin(waiting.removeFirst());
        }
        if (!over && running.isEmpty()) {
            over = true;
            end();
            promise.complete(done);
        }
    }

    private void begin(String address) {
        var kind = kind(address);
        var download = new MediaDownload(parts, kind, this::take);
        running.put(address, download);
        download.run(address)
                .compose(came ->
                        parts.context()
                                .executeBlocking(
                                        () ->
                                                new Medium(
                                                        MediaCheck.typeOf(
                                                                kind,
                                                                came.contentType(),
                                                                came.path(),
                                                                came.bytes()),
                                                        Base64.getEncoder()
                                                                .encodeToString(came.bytes())),
                                        false))
                .onComplete(made -> {
                    running.remove(address);
                    if (over) {
                        return;
                    }
                    if (made.succeeded()) {
                        done.put(address, Objects.requireNonNull(made.result()));
                        next();
                    } else {
                        fail(address, made.cause());
                    }
                });
    }

    private Kind kind(String address) {
        return Objects.requireNonNull(wanted.get(address), "not wanted");
    }

    private void take(int more) {
        bytes += more;
        if (bytes > parts.limits().wholeBytes()) {
            throw new Unfetchable(
                    "all together are larger than "
                            + MediaDownload.megabytes(parts.limits().wholeBytes()));
        }
        holding.take(more);
    }

    private void fail(String address, Throwable cause) {
        if (over) {
            return;
        }
        over = true;
        end();
        if (cause instanceof Unfetchable why) {
            LOG.info("{} cannot be fetched: {}", shown(address), why.detail());
            promise.fail(new Missing(address, kind(address), why));
        } else {
            promise.fail(cause);
        }
    }

    /** Without the query, which is often a key to it. */
    private static String shown(String address) {
        var end = address.indexOf('?');
        var bare = end < 0 ? address : address.substring(0, end);
        var at = bare.lastIndexOf('@');
        var open = at < 0 ? bare : bare.substring(at + 1);
        return open.substring(0, Math.min(200, open.length())).replaceAll("\\p{Cntrl}", "?");
    }

    void stop() {
        if (!over) {
            over = true;
            end();
            promise.fail(new Unfetchable("it is no longer wanted"));
        }
    }

    private void end() {
        if (timer >= 0) {
            parts.context().owner().cancelTimer(timer);
        }
        for (var download : Map.copyOf(running).values()) {
            download.stop();
        }
    }
}
