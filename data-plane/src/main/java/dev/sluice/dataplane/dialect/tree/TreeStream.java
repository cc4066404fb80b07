package dev.sluice.dataplane.dialect.tree;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.sse.SseReader;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.MalformedJson;
import java.util.Arrays;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A reader of a stream whose events are JSON objects: what is none ends it as a failure. */
public abstract class TreeStream implements StreamReader {
    private static final byte[] DONE = Tree.ascii("[DONE]");
    private static final byte[] NO_JSON =
            Tree.ascii("{\"error\":{\"message\":\"a frame is no valid JSON\"}}");

    private final Consumer<ReplyEvent> sink;

    /** Nothing is fed before the reader is whole. */
    @SuppressWarnings("this-escape")
    private final SseReader frames = new SseReader(this::onEvent);

    private boolean started;
    private boolean over;

    protected TreeStream(Consumer<ReplyEvent> sink) {
        this.sink = sink;
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        frames.feed(bytes, from, to);
    }

    @Override
    public void end() {
        frames.end();
    }

    @Override
    public boolean isInsideEvent() {
        return frames.isInsideEvent();
    }

    /** Takes the JSON of an event. */
    protected final void onEvent(byte[] bytes, int from, int to) {
        if (over) {
            return;
        }
        if (to - from >= DONE.length
                && Arrays.equals(bytes, from, from + DONE.length, DONE, 0, DONE.length)) {
            terminated();
            return;
        }
        JsonNode root;
        try {
            root = parse(bytes, from, to);
        } catch (MalformedJson | JacksonException broken) {
            fail(NO_JSON.clone());
            return;
        }
        if (isError(root)) {
            fail(Arrays.copyOfRange(bytes, from, to));
            return;
        }
        read(root);
    }

    /** OpenAI's terminator came, which others send, too. */
    protected void terminated() {
        finish();
    }

    /** Fails with {@link MalformedJson} or Jackson's own where it is none. */
    protected JsonNode parse(byte[] bytes, int from, int to) {
        return ForeignJson.read(bytes, from, to - from);
    }

    /**
     * The event's type as its JSON tells it, else as its name does: some servers write only that.
     */
    protected final String type(JsonNode root) {
        var type = root.path("type").asString("");
        return type.isEmpty() ? frames.name() : type;
    }

    /** Whether the event is an error. */
    protected abstract boolean isError(JsonNode root);

    /** Reads an event that is none. */
    protected abstract void read(JsonNode root);

    /** Whether the end or an error came. */
    protected final boolean isOver() {
        return over;
    }

    protected final void emit(ReplyEvent event) {
        sink.accept(event);
    }

    protected final void start(ReplyEvent.Started event) {
        if (!started) {
            started = true;
            emit(event);
        }
    }

    protected final void text(int choice, String text) {
        if (!text.isEmpty()) {
            emit(new ReplyEvent.TextDelta(choice, text));
        }
    }

    protected final void thought(int choice, String text) {
        if (!text.isEmpty()) {
            emit(new ReplyEvent.ReasoningDelta(choice, text));
        }
    }

    protected final void arguments(int choice, int call, String text) {
        if (!text.isEmpty()) {
            emit(new ReplyEvent.CallDelta(choice, call, text));
        }
    }

    protected final void finish() {
        over = true;
        emit(new ReplyEvent.Finished());
    }

    protected final void fail(byte[] body) {
        over = true;
        emit(new ReplyEvent.Failed(body));
    }
}
