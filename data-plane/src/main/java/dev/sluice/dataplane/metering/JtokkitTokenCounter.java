package dev.sluice.dataplane.metering;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.dataplane.stage.OutputCount;
import dev.sluice.dataplane.stage.TokenCounter;
import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Future;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Counts output with the model family's vocabulary: per 8 KB and at the end, not per frame. */
public final class JtokkitTokenCounter implements TokenCounter {
    private static final int PIECE_BYTES = 8 << 10;

    /** Up to here a count is cheaper than the way to another thread and back. */
    private static final int INLINE_BYTES = 256;

    private static final int BYTES_PER_TOKEN = 4;

    /** What an attempt brings beyond this is taken to be as dense as what came before. */
    private static final long EXACT_BYTES = 128 << 10;

    /**
     * What may wait to be counted on the whole node: a flood must fill neither the heap nor the
     * cores.
     */
    private static final long WAITING_BYTES = 1 << 20;

    private final Tokenizers tokenizers;
    private final InputCounter inputs;
    private final AtomicLong waitingBytes = new AtomicLong();

    public JtokkitTokenCounter(Tokenizers tokenizers, InputCounter inputs) {
        this.tokenizers = tokenizers;
        this.inputs = inputs;
    }

    @Override
    public Future<Long> countInput(Call call, UpstreamModel model) {
        return inputs.count(call, model);
    }

    @Override
    public OutputCount countOutput(UpstreamModel model) {
        return new Count(TokenFamily.of(model));
    }

    private final class Count implements OutputCount {
        private final TokenFamily family;
        private final List<Future<Long>> pieces = new ArrayList<>();
        private ByteArrayOutputStream pending = new ByteArrayOutputStream(512);
        private long handedOverBytes;
        private long estimatedBytes;

        Count(TokenFamily family) {
            this.family = family;
        }

        @Override
        public void append(byte[] json, int from, int to) {
            pending.write(json, from, to - from);
            if (pending.size() >= PIECE_BYTES) {
                handOver();
            }
        }

        private void handOver() {
            var piece = pending.toByteArray();
            pending = new ByteArrayOutputStream(512);
            if (handedOverBytes >= EXACT_BYTES
                    || waitingBytes.addAndGet(piece.length) > WAITING_BYTES) {
                if (handedOverBytes < EXACT_BYTES) {
                    waitingBytes.addAndGet(-piece.length);
                }
                estimatedBytes += piece.length;
                return;
            }
            handedOverBytes += piece.length;
            pieces.add(
                    tokenizers
                            .offLoop(() ->
                                    tokenizers.count(
                                            family, EscapedText.read(piece, 0, piece.length)))
                            .onComplete(_ -> waitingBytes.addAndGet(-piece.length)));
        }

        @Override
        public long roughly() {
            var bytes = handedOverBytes + estimatedBytes + pending.size();
            return (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
        }

        private long withEstimate(long counted) {
            return handedOverBytes == 0
                    ? counted + estimatedBytes / BYTES_PER_TOKEN
                    : counted + estimatedBytes * counted / handedOverBytes;
        }

        @Override
        public Future<Long> total() {
            if (pieces.isEmpty()
                    && estimatedBytes == 0
                    && pending.size() <= INLINE_BYTES
                    && tokenizers.isReady()) {
                var bytes = pending.toByteArray();
                return Future.succeededFuture(
                        bytes.length == 0
                                ? 0L
                                : tokenizers.count(
                                        family, EscapedText.read(bytes, 0, bytes.length)));
            }
            if (pending.size() > 0) {
                handOver();
            }
            return Future.all(pieces)
                    .map(_ -> withEstimate(pieces.stream().mapToLong(Future::result).sum()));
        }
    }
}
