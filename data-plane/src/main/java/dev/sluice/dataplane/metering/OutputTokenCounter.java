package dev.sluice.dataplane.metering;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.metering.vocabulary.Encoding;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.dataplane.stage.OutputCount;
import dev.sluice.dataplane.stage.TokenCounter;
import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Future;

/** Counts output with the model family's vocabulary: by passages and at the end, not per frame. */
public final class OutputTokenCounter implements TokenCounter {
    /** So much is collected beside what the last count left: with it hardly more than 2 KB. */
    private static final int COUNT_EVERY_BYTES = 768;

    private static final int BYTES_PER_TOKEN = 4;

    /** What an attempt brings beyond this is taken to be as dense as what came before. */
    private static final long EXACT_BYTES = 128 << 10;

    private final Tokenizers tokenizers;
    private final InputCounter inputs;
    private final Passages passages;

    public OutputTokenCounter(Tokenizers tokenizers, InputCounter inputs) {
        this.tokenizers = tokenizers;
        this.inputs = inputs;
        this.passages = new Passages(tokenizers);
    }

    @Override
    public Future<Long> countInput(Call call, UpstreamModel model) {
        return inputs.count(call, model);
    }

    @Override
    public OutputCount countOutput(UpstreamModel model) {
        return new Count(TokenFamily.of(model).encoding());
    }

    private final class Count implements OutputCount {
        private final Encoding encoding;
        private final ByteSink pending = new ByteSink();
        private int countAtBytes = COUNT_EVERY_BYTES;
        private long countedBytes;
        private long counted;
        private long estimatedBytes;

        Count(Encoding encoding) {
            this.encoding = encoding;
        }

        @Override
        public void append(byte[] json, int from, int to) {
            if (countedBytes + pending.size() >= EXACT_BYTES) {
                estimatedBytes += to - from;
                return;
            }
            pending.append(json, from, to);
            if (pending.size() >= countAtBytes && tokenizers.isReady()) {
                countPassages();
            }
        }

        /** The last passage stays: what comes next may belong to it. */
        private void countPassages() {
            var bytes = pending.array();
            var at = 0;
            for (var end = Passages.end(bytes, at, pending.size());
                    end >= 0;
                    end = Passages.end(bytes, at, pending.size())) {
                counted += passages.count(encoding, bytes, at, end);
                at = end;
            }
            countedBytes += at;
            pending.dropFirst(at);
            countAtBytes = pending.size() + COUNT_EVERY_BYTES;
        }

        @Override
        public long roughly() {
            var bytes = countedBytes + estimatedBytes + pending.size();
            return (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
        }

        @Override
        public Future<Long> total() {
            return tokenizers.isReady()
                    ? Future.succeededFuture(countRest())
                    : tokenizers.offLoop(this::countRest);
        }

        private long countRest() {
            counted += passages.countAll(encoding, pending.array(), 0, pending.size());
            countedBytes += pending.size();
            pending.clear();
            return countedBytes == 0
                    ? counted + estimatedBytes / BYTES_PER_TOKEN
                    : counted + estimatedBytes * counted / countedBytes;
        }
    }
}
