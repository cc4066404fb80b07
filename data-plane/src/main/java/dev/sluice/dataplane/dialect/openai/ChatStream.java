package dev.sluice.dataplane.dialect.openai;

import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.dialect.lane.ReplyStream;
import dev.sluice.dataplane.dialect.sse.SseReader;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.dataplane.json.MalformedJson;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.usage.TokenUsage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A stream of the dialect on its way to the caller: whole events in, the caller's events out. The
 * upstream's bytes stay, but for the model's name, finish reasons that no client knows, and the
 * usage chunk that only the gateway asked for. The terminator is never written here: whoever owns
 * the stream asks for it when the books are done.
 */
public final class ChatStream implements ReplyStream {
    private static final byte[] NO_DELTA = ChatText.ascii("{}");

    private final SseReader reader = new SseReader(this::onEvent);
    private final ChatFrame frame;
    private final JsonPatch patch = new JsonPatch();
    private final ByteSink out = new ByteSink();
    private final byte @Nullable [] aliasQuoted;
    private final boolean usageWanted;

    private final BitSet seen = new BitSet();
    private final BitSet finished = new BitSet();
    private final BitSet withTools = new BitSet();
    private final CallRepairs calls = new CallRepairs();
    private final ByteSink lastUsage = new ByteSink();
    private byte[] lastId = ChatText.ascii("\"\"");
    private byte[] lastCreated = ChatText.ascii("0");
    private State state = State.RUNNING;
    private boolean produced;
    private @Nullable UpstreamSaid said;
    private byte[] errorBody = new byte[0];
    private @Nullable String finishReason;
    private @Nullable String servedModel;
    private @Nullable String serviceTier;
    private byte[] lastModel = new byte[0];

    /**
     * @param alias the name to put for the upstream's model; null leaves the upstream's
     * @param usageWanted whether the caller asked for the usage chunk
     */
    public ChatStream(@Nullable String alias, boolean usageWanted, OutputText output) {
        this.aliasQuoted = alias == null ? null : ForeignJson.quoted(alias);
        this.usageWanted = usageWanted;
        this.frame = new ChatFrame(output);
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        reader.feed(bytes, from, to);
    }

    @Override
    public void end() {
        reader.end();
    }

    private void onEvent(byte[] bytes, int from, int to) {
        if (state != State.RUNNING) {
            return;
        }
        if (isDone(bytes, from, to)) {
            state = State.DONE;
            return;
        }
        try {
            frame.read(bytes, from, to);
        } catch (MalformedJson broken) {
            said = new UpstreamSaid(0, null, "a frame is no valid JSON", false);
            state = State.BROKEN;
            return;
        }
        if (frame.errorFrom >= 0) {
            said = UpstreamErrors.read(bytes, from, to);
            patch.clear();
            patchModel(bytes);
            errorBody = patch.apply(bytes, from, to);
            state = State.BROKEN;
            return;
        }
        relay(bytes, from, to);
    }

    private static boolean isDone(byte[] bytes, int from, int to) {
        return to - from >= ChatText.DONE.length
                && bytes[from] == '['
                && Arrays.equals(
                        bytes,
                        from,
                        from + ChatText.DONE.length,
                        ChatText.DONE,
                        0,
                        ChatText.DONE.length);
    }

    private void relay(byte[] bytes, int from, int to) {
        produced |= frame.produced;
        remember(bytes);
        patch.clear();
        patchModel(bytes);
        if (!frame.calls.isEmpty()) {
            calls.ofChunk(patch, frame, bytes);
        }
        for (var slot = 0; slot < frame.choiceCount; slot++) {
            patchFinish(bytes, slot);
        }
        if (frame.usageFrom >= 0 && frame.choiceCount == 0 && !usageWanted) {
            return;
        }
        out.append(ChatText.DATA);
        var begun = out.size();
        patch.applyTo(out, bytes, from, to);
        out.replace(begun, (byte) '\n', (byte) ' '); // the data of several lines in one
        out.append(ChatText.FRAME_END);
    }

    private void remember(byte[] bytes) {
        if (frame.usageFrom >= 0) {
            lastUsage.clear();
            lastUsage.append(bytes, frame.usageFrom, frame.usageTo);
        }
        if (serviceTier == null && frame.tierFrom >= 0) {
            serviceTier = text(bytes, frame.tierFrom, frame.tierTo);
        }
        if (servedModel == null && frame.modelTo - frame.modelFrom > 2) {
            servedModel = text(bytes, frame.modelFrom + 1, frame.modelTo - 1);
        }
        if (seen.isEmpty() && frame.choiceCount > 0) {
            lastId = frame.idFrom < 0 ? lastId : copy(bytes, frame.idFrom, frame.idTo);
            lastCreated =
                    frame.createdFrom < 0
                            ? lastCreated
                            : copy(bytes, frame.createdFrom, frame.createdTo);
            lastModel =
                    frame.modelFrom < 0 ? lastModel : copy(bytes, frame.modelFrom, frame.modelTo);
        }
    }

    private void patchModel(byte[] bytes) {
        if (aliasQuoted == null || frame.modelFrom < 0) {
            return;
        }
        if (Arrays.equals(
                bytes, frame.modelFrom, frame.modelTo, aliasQuoted, 0, aliasQuoted.length)) {
            return;
        }
        patch.replace(frame.modelFrom, frame.modelTo, aliasQuoted);
    }

    private void patchFinish(byte[] bytes, int slot) {
        var index = frame.choiceIndex[slot];
        seen.set(index);
        if (frame.hasTools[slot]) {
            withTools.set(index);
        }
        if (frame.finishFrom[slot] < 0) {
            return;
        }
        var from = frame.finishFrom[slot];
        var to = frame.finishTo[slot];
        var sent = text(bytes, from, to);
        var reason = FinishReason.of(sent);
        if (reason == FinishReason.BROKEN) {
            said = new UpstreamSaid(0, sent, "the upstream ended with '" + sent + "'", false);
            state = State.BROKEN;
        }
        if (reason == FinishReason.NONE || reason == FinishReason.BROKEN || finished.get(index)) {
            patch.replace(from - 1, to + 1, ChatText.NULL);
            return;
        }
        finished.set(index);
        appendBare(out, index);
        var meant = reason.after(withTools.get(index));
        finishReason = finishReason == null ? meant.text() : finishReason;
        if (!meant.text().equals(sent)) {
            patch.replace(from - 1, to + 1, meant.quoted());
        }
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private static byte[] copy(byte[] bytes, int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public boolean produced() {
        return produced;
    }

    @Override
    public boolean anyFinished() {
        return !finished.isEmpty();
    }

    @Override
    public boolean isComplete() {
        return state == State.DONE
                || (state == State.RUNNING
                        && !seen.isEmpty()
                        && finished.cardinality() == seen.cardinality());
    }

    @Override
    public boolean isInsideEvent() {
        return reader.isInsideEvent();
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
        if (lastUsage.isEmpty()) {
            return null;
        }
        try {
            var usage = OpenAiUsage.read(lastUsage.array(), 0, lastUsage.size());
            return usage == null ? null : usage.servedAt(serviceTier);
        } catch (MalformedJson unreadable) {
            return null;
        }
    }

    @Override
    public @Nullable String finishReason() {
        return finishReason;
    }

    @Override
    public @Nullable String servedModel() {
        return servedModel;
    }

    @Override
    public byte[] terminal() {
        var end = new ByteSink();
        for (var index = seen.nextSetBit(0); index >= 0; index = seen.nextSetBit(index + 1)) {
            if (!finished.get(index)) {
                appendFinish(end, index);
            }
        }
        return end.append(ChatText.DATA).append(ChatText.DONE).append(ChatText.FRAME_END).take();
    }

    private void appendFinish(ByteSink end, int index) {
        appendBare(end, index);
        var reason = FinishReason.STOP.after(withTools.get(index));
        finishReason = finishReason == null ? reason.text() : finishReason;
        appendChunk(end, index, NO_DELTA, reason.quoted());
    }

    /** Arguments for the calls of a choice that have none. */
    private void appendBare(ByteSink to, int choice) {
        if (!withTools.get(choice)) {
            return;
        }
        calls.bare(choice).stream()
                .forEach(call -> {
                    var delta =
                            "{\"tool_calls\":[{\"index\":"
                                    + call
                                    + ",\"function\":{\"arguments\":\"{}\"}}]}";
                    appendChunk(to, choice, ChatText.ascii(delta), ChatText.NULL);
                });
    }

    private void appendChunk(ByteSink to, int choice, byte[] delta, byte[] finish) {
        var model = aliasQuoted != null ? aliasQuoted : lastModel;
        to.append(ChatText.ascii("data: {\"id\":"))
                .append(lastId)
                .append(ChatText.ascii(",\"object\":\"chat.completion.chunk\",\"created\":"))
                .append(lastCreated)
                .append(ChatText.ascii(",\"model\":"))
                .append(model.length == 0 ? ChatText.ascii("\"\"") : model)
                .append(ChatText.ascii(",\"choices\":[{\"index\":" + choice + ",\"delta\":"))
                .append(delta)
                .append(ChatText.ascii(",\"finish_reason\":"))
                .append(finish)
                .append(ChatText.ascii("}]}"))
                .append(ChatText.FRAME_END);
    }

    @Override
    public byte[] broken(ErrorCode code, String message) {
        var own = state == State.BROKEN && errorBody.length > 0;
        return new ByteSink()
                .append(ChatText.DATA)
                .append(own ? inOneLine(errorBody) : OpenAiErrors.write(code, message, null))
                .append(ChatText.FRAME_END)
                .take();
    }

    private static byte[] inOneLine(byte[] json) {
        var line = new ByteSink().append(json);
        line.replace(0, (byte) '\n', (byte) ' ');
        return line.take();
    }
}
