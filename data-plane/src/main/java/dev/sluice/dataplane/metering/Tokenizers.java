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
    private static final int PIECE_CHARS = 4096;
    private static final int EXACT_CHARS = 1 << 20;

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

    /** To be called when {@link #isReady}. */
    long count(TokenFamily family, String text) {
        var encoding = loaded.get(family.encoding());
        if (encoding == null) {
            throw new IllegalStateException("the vocabulary of " + family + " is not loaded");
        }
        if (text.length() <= PIECE_CHARS) {
            return encoding.countTokensOrdinary(text);
        }
        return countPieces(encoding, text);
    }

    /**
     * A long text is counted in pieces, since one endless word costs memory and time beyond all
     * measure; of a very long one the rest is taken to be as dense as the densest piece before it.
     */
    private static long countPieces(Encoding encoding, String text) {
        var sum = 0L;
        var densest = 0.0;
        var at = 0;
        while (at < text.length() && at < EXACT_CHARS) {
            var end = pieceEnd(text, at);
            var tokens = encoding.countTokensOrdinary(text.substring(at, end));
            densest = Math.max(densest, (double) tokens / (end - at));
            sum += tokens;
            at = end;
        }
        return sum + (long) Math.ceil((text.length() - at) * densest);
    }

    /** Behind a blank if there is one near, never inside a surrogate pair. */
    private static int pieceEnd(String text, int from) {
        var most = Math.min(text.length(), from + PIECE_CHARS);
        if (most == text.length()) {
            return most;
        }
        for (var end = most; end > most - PIECE_CHARS / 4; end--) {
            if (Character.isWhitespace(text.charAt(end))) {
                return end;
            }
        }
        return Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
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
