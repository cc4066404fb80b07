package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.dialect.lane.ReplyStream;
import dev.sluice.dataplane.dialect.sse.SseReader;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Between a lane that speaks server-sent events and the framing that an upstream or a caller has:
 * chunks of an array become events on the way in, and events become elements of an array on the way
 * out.
 */
public final class GeminiFraming implements ReplyStream {
    /** The variant of a door whose caller asked for events. */
    public static final String EVENTS = "sse";

    private static final byte[] NEXT = ",\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ReplyStream lane;
    private final boolean array;
    private final @Nullable JsonPieces pieces;
    private final ByteSink in = new ByteSink();
    private final ByteSink out = new ByteSink();
    private final SseReader written = new SseReader(this::onWritten);
    private ByteSink target = out;
    private boolean begun;

    private GeminiFraming(ReplyStream lane, boolean array, boolean ownDialect) {
        this.lane = lane;
        this.array = array;
        this.pieces =
                ownDialect
                        ? new JsonPieces((bytes, from, to) -> SseFrame.write(bytes, from, to, in))
                        : null;
    }

    /** Whether a caller that came in by this door reads streams as one array. */
    public static boolean isArray(Door door) {
        return door.dialect() == Dialect.GEMINI
                && Boolean.TRUE.equals(door.stream())
                && !door.variant().equals(EVENTS);
    }

    /** The door as the lane behind the framing sees it. */
    public static Door laneDoor(Door door) {
        return isArray(door)
                ? new Door(door.dialect(), door.operation(), door.model(), door.stream(), EVENTS)
                : door;
    }

    /**
     * The stream in the caller's framing.
     *
     * @param ownDialect whether the lane hands on the upstream's own bytes, which may come in
     *     either framing
     */
    public static ReplyStream of(Door door, ReplyStream lane, boolean ownDialect) {
        return ownDialect || isArray(door)
                ? new GeminiFraming(lane, isArray(door), ownDialect)
                : lane;
    }

    /** A whole stream of events in the caller's framing. */
    public static byte[] whole(Door door, byte[] events) {
        if (!isArray(door)) {
            return events;
        }
        var array = new ByteSink(events.length).append((byte) '[');
        var reader =
                new SseReader((bytes, from, to) -> {
                    if (array.size() > 1) {
                        array.append(NEXT);
                    }
                    array.append(bytes, from, to);
                });
        reader.feed(events, 0, events.length);
        reader.end();
        return array.append((byte) ']').take();
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        if (pieces == null) {
            lane.feed(bytes, from, to);
        } else {
            pieces.feed(bytes, from, to);
            handOn();
        }
        drain();
    }

    private void handOn() {
        if (!in.isEmpty()) {
            lane.feed(in.array(), 0, in.size());
            in.clear();
        }
    }

    @Override
    public void end() {
        if (pieces != null) {
            pieces.end();
            handOn();
        }
        lane.end();
        drain();
    }

    private void drain() {
        target = out;
        reframe(lane.out());
        lane.out().clear();
    }

    private void reframe(ByteSink events) {
        if (array) {
            written.feed(events.array(), 0, events.size());
        } else {
            target.append(events.array(), 0, events.size());
        }
    }

    private void onWritten(byte[] bytes, int from, int to) {
        if (begun) {
            target.append(NEXT);
        } else {
            begun = true;
            target.append((byte) '[');
        }
        target.append(bytes, from, to);
    }

    private byte[] last(byte[] events) {
        var end = new ByteSink(events.length);
        target = end;
        reframe(new ByteSink(events.length).append(events));
        if (array) {
            if (!begun) {
                end.append((byte) '[');
            }
            end.append((byte) ']');
        }
        return end.take();
    }

    @Override
    public State state() {
        return lane.state();
    }

    @Override
    public boolean produced() {
        return lane.produced();
    }

    @Override
    public boolean anyFinished() {
        return lane.anyFinished();
    }

    @Override
    public boolean isComplete() {
        return lane.isComplete();
    }

    @Override
    public boolean isInsideEvent() {
        return pieces == null ? lane.isInsideEvent() : pieces.isInside();
    }

    @Override
    public @Nullable UpstreamSaid said() {
        return lane.said();
    }

    @Override
    public byte[] errorBody() {
        return lane.errorBody();
    }

    @Override
    public ByteSink out() {
        return out;
    }

    @Override
    public @Nullable TokenUsage usage() {
        return lane.usage();
    }

    @Override
    public @Nullable String finishReason() {
        return lane.finishReason();
    }

    @Override
    public @Nullable String servedModel() {
        return lane.servedModel();
    }

    @Override
    public byte[] terminal() {
        return last(lane.terminal());
    }

    @Override
    public byte[] broken(ErrorCode code, String message) {
        return last(lane.broken(code, message));
    }
}
