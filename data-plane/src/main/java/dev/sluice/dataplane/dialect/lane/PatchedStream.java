package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec.Told;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.dataplane.json.JsonPlaces;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.usage.TokenUsage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream of server-sent events between two that speak the same dialect: each frame leaves as it
 * came but for the model's name, and is read beside it for the books. The frames from the last
 * choice's end on are kept back for the end.
 */
public final class PatchedStream implements ReplyStream {
    private static final byte[] MODEL = "odel".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FRAME_END = {'\n', '\n'};

    private final DialectCodec codec;
    private final ReplyContext context;
    private final byte @Nullable [] aliasQuoted;
    private final List<List<String>> modelPaths;
    private final StreamReader reader;
    private final Tally tally;
    private final FrameSplitter frames = new FrameSplitter(this::onFrame);
    private final ByteSink out = new ByteSink();
    private final ByteSink ending = new ByteSink();
    private State state = State.RUNNING;
    private @Nullable UpstreamSaid said;
    private byte[] errorBody = new byte[0];

    /**
     * @param alias the name to put for the upstream's model; null leaves the upstream's
     */
    public PatchedStream(
            DialectCodec codec, ReplyContext context, @Nullable String alias, OutputText output) {
        this.codec = codec;
        this.context = context;
        this.aliasQuoted = alias == null ? null : JsonPatch.quoted(alias);
        this.modelPaths = codec.streams().modelPaths();
        this.reader = codec.streams().reader(this::onEvent);
        this.tally = new Tally(output);
    }

    private void onEvent(ReplyEvent event) {
        if (state != State.RUNNING) {
            return;
        }
        tally.take(event);
        if (event instanceof ReplyEvent.Failed failed) {
            errorBody = failed.body();
            said = UpstreamErrors.read(errorBody, 0, errorBody.length);
            state = State.BROKEN;
        } else if (event instanceof ReplyEvent.Finished) {
            state = State.DONE;
        } else if (event instanceof ReplyEvent.Stopped && tally.anyBroken()) {
            said = new UpstreamSaid(0, null, "the upstream gave up", false);
            state = State.BROKEN;
        }
    }

    private void onFrame(byte[] bytes, int from, int to) {
        var before = state;
        if (before != State.RUNNING) {
            return;
        }
        reader.feed(bytes, from, to);
        if (state != State.BROKEN) {
            relay(isComplete() ? ending : out, bytes, from, to);
        }
    }

    private void relay(ByteSink sink, byte[] bytes, int from, int to) {
        var patch = new JsonPatch();
        if (aliasQuoted != null && FrameSplitter.contains(bytes, from, to, MODEL)) {
            patchModel(patch, aliasQuoted, bytes, from, to);
        }
        patch.applyTo(sink, bytes, from, to);
    }

    private void patchModel(JsonPatch patch, byte[] alias, byte[] bytes, int from, int to) {
        var data = FrameSplitter.dataOf(bytes, from, to);
        if (data < 0) {
            return;
        }
        for (var path : modelPaths) {
            var place = JsonPlaces.find(bytes, data, to, path);
            if (place != null) {
                patch.replace(place.from(), place.to(), alias);
            }
        }
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        frames.feed(bytes, from, to);
    }

    @Override
    public void end() {
        frames.end(FRAME_END);
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public boolean produced() {
        return tally.produced();
    }

    @Override
    public boolean anyFinished() {
        return tally.anyStopped();
    }

    @Override
    public boolean isComplete() {
        return state == State.DONE || (state == State.RUNNING && tally.allStopped());
    }

    @Override
    public boolean isInsideEvent() {
        return frames.isInsideFrame();
    }

    @Override
    public @Nullable UpstreamSaid said() {
        return said;
    }

    @Override
    public byte[] errorBody() {
        return errorBody;
    }

    @Override
    public ByteSink out() {
        return out;
    }

    @Override
    public @Nullable TokenUsage usage() {
        return tally.usage();
    }

    @Override
    public @Nullable String finishReason() {
        return tally.finishReason();
    }

    @Override
    public @Nullable String servedModel() {
        return tally.servedModel();
    }

    @Override
    public byte[] terminal() {
        if (state != State.DONE) {
            reader.terminate(ending);
        } else if (endsInHalfLineEnd()) {
            ending.append((byte) '\n');
        }
        return ending.take();
    }

    /** A CRLF whose second half nobody waited for. */
    private boolean endsInHalfLineEnd() {
        var size = ending.size();
        var bytes = ending.array();
        return size > 2
                && bytes[size - 1] == '\r'
                && bytes[size - 2] == '\n'
                && bytes[size - 3] == '\r';
    }

    @Override
    public byte[] broken(ErrorCode code, String message) {
        var end = new ByteSink();
        var told = new Told(code, code.httpStatus(), message, null, "req_" + context.id());
        if (!reader.breakOff(context, told, end)) {
            reader.closeTexts(end);
            codec.errors().event(told, context.door(), end);
        }
        return end.take();
    }
}
