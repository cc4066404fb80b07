package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec.Told;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.dataplane.json.JsonPlaces;
import dev.sluice.model.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream of server-sent events between two that speak the same dialect: each frame leaves as it
 * came but for the model's name, and is read beside it for the books. The frames from the last
 * choice's end on are kept back for the end.
 */
public final class PatchedStream implements TalliedStream {
    private static final byte[] MODEL = "odel".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TYPE = "\"type\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TYPE_FIRST = "data: {\"type\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FRAME_END = {'\n', '\n'};

    private final DialectCodec codec;
    private final ReplyContext context;
    private final byte @Nullable [] aliasQuoted;
    private final List<List<String>> modelPaths;
    private final boolean isTyped;
    private final StreamReader reader;
    private final Tally tally;
    private final FrameSplitter frames = new FrameSplitter(this::onFrame);
    private final ByteSink out = new ByteSink();
    private final ByteSink ending = new ByteSink();

    /** The upstream's own error event, in its own words. */
    private final ByteSink error = new ByteSink();

    /**
     * @param alias the name to put for the upstream's model; null leaves the upstream's
     */
    public PatchedStream(
            DialectCodec codec, ReplyContext context, @Nullable String alias, OutputText output) {
        this.codec = codec;
        this.context = context;
        this.aliasQuoted = alias == null ? null : ForeignJson.quoted(alias);
        this.modelPaths = codec.streams().modelPaths();
        this.isTyped = codec.streams().isTyped();
        this.tally = new Tally(codec, output);
        this.reader = codec.streams().reader(tally::take);
    }

    private void onFrame(byte[] bytes, int from, int to) {
        if (state() != State.RUNNING) {
            return;
        }
        reader.feed(bytes, from, to);
        if (state() != State.BROKEN) {
            relay(isComplete() ? ending : out, bytes, from, to);
        } else if (isReadable(bytes, from, to)) {
            relay(error, bytes, from, to);
        }
    }

    private static boolean isReadable(byte[] bytes, int from, int to) {
        var data = FrameSplitter.dataOf(bytes, from, to);
        return data >= 0 && JsonPlaces.isObject(bytes, data, to);
    }

    private void relay(ByteSink sink, byte[] bytes, int from, int to) {
        var patch = new JsonPatch();
        if (aliasQuoted != null && FrameSplitter.contains(bytes, from, to, MODEL)) {
            patchModel(patch, aliasQuoted, bytes, from, to);
        }
        if (isTyped && !FrameSplitter.contains(bytes, from, to, TYPE_FIRST)) {
            patchType(patch, bytes, from, to);
        }
        patch.applyTo(sink, bytes, from, to);
    }

    /** An event that tells its type by its name only, which some clients do not read. */
    private static void patchType(JsonPatch patch, byte[] bytes, int from, int to) {
        var name = FrameSplitter.nameOf(bytes, from, to);
        var data = FrameSplitter.dataOf(bytes, from, to);
        if (name.isEmpty()
                || data < 0
                || JsonPlaces.find(bytes, data, to, List.of("type")) != null
                || !JsonPlaces.isObject(bytes, data, to)) {
            return;
        }
        var body = afterSpace(bytes, data) + 1;
        var field = new ByteSink().append(TYPE).append(ForeignJson.quoted(name));
        if (bytes[afterSpace(bytes, body)] != '}') {
            field.append((byte) ',');
        }
        patch.replace(body, body, field.take());
    }

    private static int afterSpace(byte[] bytes, int from) {
        var at = from;
        while (Character.isWhitespace(bytes[at])) {
            at++;
        }
        return at;
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
    public Tally tally() {
        return tally;
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
    public boolean isInsideEvent() {
        return frames.isInsideFrame();
    }

    @Override
    public ByteSink out() {
        return out;
    }

    @Override
    public byte[] terminal() {
        if (state() != State.DONE) {
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
        if (!error.isEmpty()) {
            return error.take();
        }
        var end = new ByteSink();
        var told = new Told(code, code.httpStatus(), message, null, "req_" + context.id());
        if (!reader.breakOff(context, told, end)) {
            reader.closeTexts(end);
            codec.errors().event(told, context.door(), end);
        }
        return end.take();
    }
}
