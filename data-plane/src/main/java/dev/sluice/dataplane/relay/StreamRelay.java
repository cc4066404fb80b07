package dev.sluice.dataplane.relay;

import dev.sluice.dataplane.call.UpstreamReply;
import dev.sluice.dataplane.dialect.lane.ReplyStream;
import dev.sluice.dataplane.dialect.sse.EventTooLarge;
import dev.sluice.model.error.ErrorCode;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries one stream from an upstream to the caller. Nothing reaches the caller before the first
 * content; from then on this stream is committed. The upstream is read only as fast as the caller
 * takes it, and one write carries all events of a read.
 *
 * <p>The terminal is not written here but handed back in {@link StreamEnd.Complete}: the books come
 * first.
 */
public final class StreamRelay implements Ticker.Ticking {
    private static final Logger LOG = LoggerFactory.getLogger(StreamRelay.class);
    private static final int HELD_BACK_BYTES = 16 * 1024;
    private static final int MOST_GATHERED_BYTES = 32 * 1024;
    private static final long LINGER_MS = 500;
    private static final int PROBES = 3;

    private final Context context;
    private final CallerChannel caller;
    private final UpstreamReply reply;
    private final ReplyStream stream;
    private final StreamTimes times;
    private final StreamForm form;
    private final Ticker ticker;
    private final Supplier<Map<String, String>> head;
    private final boolean earlyHeartbeat;
    private final Promise<StreamEnd> end = Promise.promise();

    private boolean committed;
    private boolean headBegun;
    private boolean flushPlanned;
    private boolean paused;
    private boolean over;
    private boolean upstreamEnded;
    private int probes;
    private long pausedAt;
    private long lastReadAt;
    private long lastWriteAt;
    private long firstContentAt;
    private Runnable onFirstContent = () -> {};
    private Runnable onProgress = () -> {};

    /**
     * Prepares the relay; {@link #run} starts it.
     *
     * @param head headers for the caller, asked for when the first byte goes out
     */
    public StreamRelay(
            Context context,
            Ticker ticker,
            CallerChannel caller,
            UpstreamReply reply,
            ReplyStream stream,
            StreamTimes times,
            StreamForm form,
            boolean earlyHeartbeat,
            Supplier<Map<String, String>> head) {
        this.context = context;
        this.ticker = ticker;
        this.caller = caller;
        this.reply = reply;
        this.stream = stream;
        this.times = times;
        this.form = form;
        this.earlyHeartbeat = earlyHeartbeat;
        this.head = head;
        this.headBegun = caller.headWritten();
    }

    /** What to do once, at the first content, and now and then while the stream runs. */
    public void on(Runnable firstContent, Runnable progress) {
        onFirstContent = firstContent;
        onProgress = progress;
    }

    /** {@link System#nanoTime} of the first content; 0 before. */
    public long firstContentAt() {
        return firstContentAt;
    }

    /** Completes when there is nothing left to do but the terminal; never fails. */
    public Future<StreamEnd> run() {
        lastReadAt = lastWriteAt = System.nanoTime();
        caller.onGone(() -> finish(new StreamEnd.CallerLeft()));
        if (over) {
            return end.future();
        }
        ticker.add(this);
        var body = reply.body();
        body.exceptionHandler(ignored -> guarded(this::onUpstreamLost));
        body.endHandler(ignored -> guarded(this::onUpstreamEnd));
        body.handler(buffer -> guarded(() -> onRead(buffer)));
        body.resume();
        return end.future();
    }

    /** A fault of the gateway's own ends the stream, too: nobody may wait for ever. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException bug) {
            LOG.error("a stream failed by a fault", bug);
            broke(ErrorCode.INTERNAL_ERROR, "the gateway failed");
        }
    }

    private void onRead(Buffer buffer) {
        if (over) {
            return;
        }
        lastReadAt = System.nanoTime();
        var bytes = ((BufferInternal) buffer).getByteBuf();
        try {
            if (bytes.hasArray()) {
                var from = bytes.arrayOffset() + bytes.readerIndex();
                stream.feed(bytes.array(), from, from + bytes.readableBytes());
            } else {
                var copy = buffer.getBytes();
                stream.feed(copy, 0, copy.length);
            }
        } catch (EventTooLarge tooLarge) {
            broke(ErrorCode.STREAM_INCOMPLETE, "the upstream sent an event that is too large");
            return;
        }
        afterFeed();
    }

    private void afterFeed() {
        if (!committed && mayCommit()) {
            commit();
        }
        if (committed) {
            if (stream.out().size() > MOST_GATHERED_BYTES) {
                flush(); // a flood: look at once whether the caller still keeps up
            } else {
                planFlush();
            }
        }
        switch (stream.state()) {
            case RUNNING -> {}
            case DONE -> onDone();
            case BROKEN -> onBroken();
        }
    }

    private boolean mayCommit() {
        return stream.produced()
                || stream.anyFinished()
                || stream.out().size() > HELD_BACK_BYTES
                || (stream.state() == ReplyStream.State.DONE && !stream.out().isEmpty());
    }

    private void commit() {
        committed = true;
        firstContentAt = System.nanoTime();
        onFirstContent.run();
        beginHead();
    }

    private void beginHead() {
        if (!headBegun) {
            headBegun = true;
            var headers = new HashMap<>(head.get());
            headers.put("cache-control", "no-cache");
            headers.put("x-accel-buffering", "no");
            caller.begin(200, form.contentType(), headers);
            caller.allowHalfClose(this::onShut);
        }
    }

    /** The events of one read leave together, on the next turn of the loop. */
    private void planFlush() {
        if (!flushPlanned && !stream.out().isEmpty()) {
            flushPlanned = true;
            context.runOnContext(ignored -> flush());
        }
    }

    private void flush() {
        flushPlanned = false;
        if (!committed || stream.out().isEmpty() || caller.isGone()) {
            return;
        }
        caller.write(stream.out().take());
        lastWriteAt = System.nanoTime();
        if (!over && !paused && caller.isFull()) {
            pause();
        }
    }

    private void pause() {
        paused = true;
        pausedAt = System.nanoTime();
        reply.body().pause();
        caller.onDrained(this::resume);
    }

    private void resume() {
        if (paused) {
            paused = false;
            lastReadAt = System.nanoTime();
            caller.onDrained(null);
            if (!over) {
                reply.body().resume();
            }
        }
    }

    /** The first write shows nothing, but a caller that is gone answers it with a reset. */
    private void onShut() {
        probes = PROBES;
        heartbeat();
    }

    private void heartbeat() {
        if (!over && headBegun && !caller.isFull()) {
            flush();
            caller.write(form.heartbeat());
            lastWriteAt = System.nanoTime();
        }
    }

    @Override
    public void onTick(long now) {
        if (over) {
            return;
        }
        onProgress.run();
        if (probes > 0) {
            probes--;
            heartbeat();
        }
        if (paused) {
            if (now - pausedAt > times.stall()) {
                caller.cut();
                finish(new StreamEnd.CallerLeft());
            }
            return;
        }
        if (!committed && now >= times.firstTokenAt()) {
            late("no content came within the first-token timeout");
        } else if (now - lastReadAt > times.idle()) {
            onIdle();
        } else if (now >= times.endAt()) {
            late("the stream did not end within its total timeout");
        } else if (now - lastWriteAt > times.heartbeat()) {
            beatIfAllowed();
        }
    }

    /**
     * Before the first content only the head is committed by it, and only when the upstream has
     * begun to send or the alias wants early heartbeats.
     */
    private void beatIfAllowed() {
        if (committed || earlyHeartbeat || stream.isInsideEvent() || !stream.out().isEmpty()) {
            beginHead();
            heartbeat();
        }
    }

    private void late(String message) {
        if (committed) {
            broke(ErrorCode.UPSTREAM_TIMEOUT, message);
        } else {
            finish(new StreamEnd.Late(message));
        }
    }

    /** A server that forgets the terminator has still told that the answer is complete. */
    private void onIdle() {
        if (stream.isComplete()) {
            complete();
        } else {
            late("the upstream was silent for longer than the idle timeout");
        }
    }

    private void onDone() {
        if (!committed) {
            finish(new StreamEnd.Empty("the upstream ended its stream without any content"));
        } else {
            complete();
        }
    }

    private void onBroken() {
        var said = stream.said();
        var message = said == null || said.message() == null ? "an error" : said.message();
        if (committed) {
            broke(ErrorCode.STREAM_INCOMPLETE, "the upstream broke off: " + message);
        } else if (said == null || (said.status() == 0 && said.code() == null)) {
            finish(new StreamEnd.Empty("the upstream broke off: " + message));
        } else {
            finish(new StreamEnd.Refused(said, stream.errorBody()));
        }
    }

    private void onUpstreamEnd() {
        upstreamEnded = true;
        if (over) {
            return;
        }
        stream.end();
        afterFeed();
        if (over) {
            return;
        }
        if (stream.isComplete()) {
            complete();
        } else {
            broke(ErrorCode.STREAM_INCOMPLETE, "the upstream closed the stream before its end");
        }
    }

    private void onUpstreamLost() {
        if (over) {
            return;
        }
        if (stream.isComplete()) {
            complete();
        } else {
            broke(ErrorCode.STREAM_INCOMPLETE, "the connection to the upstream broke");
        }
    }

    private void complete() {
        finish(new StreamEnd.Complete(stream.terminal()));
    }

    private void broke(ErrorCode code, String message) {
        finish(
                committed
                        ? new StreamEnd.Broke(code, stream.broken(code, message))
                        : new StreamEnd.Empty(message));
    }

    /** The node is stopping: the stream ends honestly. */
    public void interrupt(String message) {
        if (committed) {
            broke(ErrorCode.STREAM_INCOMPLETE, message);
        } else {
            finish(new StreamEnd.Stopped(message));
        }
    }

    private void finish(StreamEnd how) {
        if (over) {
            return;
        }
        over = true;
        ticker.remove(this);
        try {
            flush();
            letGo(how);
        } finally {
            end.complete(how);
        }
    }

    /** A stream that was read to its terminator gives its connection back; any other is cut. */
    private void letGo(StreamEnd how) {
        if (upstreamEnded) {
            return; // nothing is left to be read
        }
        if (how instanceof StreamEnd.Complete && stream.state() == ReplyStream.State.DONE) {
            if (paused) {
                reply.body().resume();
            }
            var timer = context.owner().setTimer(LINGER_MS, ignored -> reply.cancel());
            reply.body().endHandler(ignored -> context.owner().cancelTimer(timer));
            reply.body().exceptionHandler(ignored -> context.owner().cancelTimer(timer));
        } else {
            reply.cancel();
        }
    }
}
