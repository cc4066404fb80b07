package dev.sluice.dataplane.metering;

import dev.sluice.dataplane.metering.vocabulary.Encoding;
import dev.sluice.dataplane.metering.vocabulary.Tokenizer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The vocabularies, loaded in the background at start, and the threads that count long texts. */
public final class Tokenizers implements AutoCloseable {
    private static final int THREADS = 2;

    private final WorkerExecutor workers;
    private final Map<Encoding, Tokenizer> loaded = new EnumMap<>(Encoding.class);
    private final Future<Boolean> loading;
    private volatile boolean ready;

    /** Begins to load: a second of work, which the first calls wait for. */
    public Tokenizers(Vertx vertx) {
        this.workers =
                vertx.createSharedWorkerExecutor("token-counter", THREADS, 60, TimeUnit.SECONDS);
        this.loading = workers.executeBlocking(this::load, false).map(_ -> true);
    }

    private boolean load() {
        var text = "Warm up 预热 {\"a\": 1}\n".repeat(20).getBytes(StandardCharsets.UTF_8);
        for (var encoding : Encoding.values()) {
            var tokenizer = encoding.load();
            tokenizer.count(text, 0, text.length);
            loaded.put(encoding, tokenizer);
        }
        ready = true;
        return true;
    }

    /** True once counting needs no waiting. */
    public boolean isReady() {
        return ready;
    }

    /** Tokens of a text in valid UTF-8; to be called when {@link #isReady}. */
    long count(Encoding encoding, byte[] utf8, int from, int to) {
        var tokenizer = loaded.get(encoding);
        if (tokenizer == null) {
            throw new IllegalStateException("the vocabulary of " + encoding + " is not loaded");
        }
        return tokenizer.count(utf8, from, to);
    }

    /** Counts off the event loop, after loading; completes on the caller's context. */
    Future<Long> offLoop(LongSupplier count) {
        return ready ? run(count) : loading.compose(_ -> run(count));
    }

    private Future<Long> run(LongSupplier count) {
        return workers.executeBlocking(count::getAsLong, false)
                .map(counted -> counted == null ? 0L : counted);
    }

    @Override
    public void close() {
        var _ = workers.close();
    }
}
