package dev.sluice.dataplane.metering;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The vocabularies, loaded in the background at start, and the threads that count long texts. */
public final class Tokenizers implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int PIECE_CHARS = 4_096;
    private static final int MOST_CHARS = 1_000_000;
    private static final int ROUGH_CHARS_PER_TOKEN = 3;

    private final WorkerExecutor workers;
    private final Map<EncodingType, Encoding> loaded = new EnumMap<>(EncodingType.class);
    private final Future<Boolean> loading;
    private volatile boolean ready;

    /** Begins to load: some seconds of work, which the first calls wait for. */
    public Tokenizers(Vertx vertx) {
        this.workers =
                vertx.createSharedWorkerExecutor("token-counter", THREADS, 60, TimeUnit.SECONDS);
        this.loading = workers.executeBlocking(this::load, false).map(_ -> true);
    }

    private boolean load() {
        EncodingRegistry registry = Encodings.newLazyEncodingRegistry();
        for (var family : TokenFamily.values()) {
            loaded.computeIfAbsent(family.encoding(), registry::getEncoding);
        }
        for (var encoding : loaded.values()) {
            encoding.countTokensOrdinary("Warm up 预热 {\"a\": 1}\n".repeat(20));
        }
        ready = true;
        return true;
    }

    /** True once counting needs no waiting. */
    public boolean isReady() {
        return ready;
    }

    /**
     * To be called when {@link #isReady}. Long texts are cut before white space, where vocabularies
     * begin a token anyway; a text without any is cut as it comes, since merging one word of
     * megabytes would take the heap. Of texts beyond a million characters the count is rough and
     * rather too high.
     */
    long count(TokenFamily family, String text) {
        var encoding = loaded.get(family.encoding());
        if (encoding == null) {
            throw new IllegalStateException("the vocabulary of " + family + " is not loaded");
        }
        if (text.length() > MOST_CHARS) {
            return Math.ceilDiv(text.length(), ROUGH_CHARS_PER_TOKEN);
        }
        var sum = 0L;
        for (var from = 0; from < text.length(); ) {
            var to = cut(text, from);
            sum += encoding.countTokensOrdinary(text.substring(from, to));
            from = to;
        }
        return sum;
    }

    private static int cut(String text, int from) {
        var to = from + PIECE_CHARS;
        if (to >= text.length()) {
            return text.length();
        }
        for (var at = to; at > to - PIECE_CHARS / 4; at--) {
            if (text.charAt(at) == ' ' && text.charAt(at - 1) != ' ') {
                return at;
            }
        }
        return Character.isLowSurrogate(text.charAt(to)) ? to + 1 : to;
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
