package dev.sluice.simulator.chat;

import dev.sluice.simulator.books.CallOutcome;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Exchange;
import dev.sluice.simulator.script.Fault;
import dev.sluice.simulator.script.Script;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Sends a reply as a stream, at the scripted pace and no faster than the peer reads. */
final class ChatStream {
    /** Frames without a pause before the loop is given to others. */
    private static final int FRAMES_PER_TURN = 64;

    private final Exchange exchange;
    private final Script script;
    private final Reply reply;
    private final Frames frames;
    private final FrameEncoder encoder;
    private final Deque<Buffer> pieces = new ArrayDeque<>();
    private int pieceTokens;
    private @Nullable Buffer gathered;
    private int gatheredFrames;
    private int gatheredTokens;
    private int contentSent;
    private long firstContentNanos;
    private boolean open;

    ChatStream(Exchange exchange, Script script, Reply reply, Frames frames) {
        this.exchange = exchange;
        this.script = script;
        this.reply = reply;
        this.frames = frames;
        this.encoder = new FrameEncoder(script.framing());
    }

    void start() {
        if (script.headNow()) {
            open();
        }
        exchange.after(script.pace().ttftUs(), this::begin);
    }

    private void begin() {
        switch (script.fault()) {
            case Fault.Reset(int after) when after == 0 -> exchange.reset();
            case Fault.Close(int after) when after == 0 -> exchange.close();
            case Fault.None _,
                    Fault.Refusal _,
                    Fault.Hang _,
                    Fault.Stall _,
                    Fault.Reset _,
                    Fault.Close _,
                    Fault.Cut _,
                    Fault.ErrorFrame _ -> {
                if (!open) {
                    open();
                }
                pump();
            }
        }
    }

    private void open() {
        open = true;
        exchange.openStream(200, "text/event-stream", script.answer().headers());
    }

    private void pump() {
        for (int turn = 0; !exchange.over(); turn++) {
            if (exchange.full()) {
                exchange.whenWritable(this::resumed);
                return;
            }
            if (!pieces.isEmpty()) {
                writePiece();
                if (encoder.piecesApart()) {
                    exchange.later(this::pump);
                    return;
                }
                continue;
            }
            if (faultIsDue()) {
                flush();
                fail();
                return;
            }
            if (!frames.hasNext()) {
                flush();
                exchange.endStream(CallOutcome.FINISHED);
                return;
            }
            long wait = waitUs();
            if (wait > 0) {
                flush();
                exchange.after(wait, this::pump);
                return;
            }
            if (turn >= FRAMES_PER_TURN) {
                exchange.later(this::pump);
                return;
            }
            take(frames.next());
        }
    }

    /** After back-pressure the pace starts anew: a slow reader gets no burst to catch up. */
    private void resumed() {
        firstContentNanos = System.nanoTime() - contentSent * script.pace().tokenUs() * 1_000;
        pump();
    }

    private long waitUs() {
        long pace = script.pace().tokenUs();
        if (pace == 0 || !frames.nextIsContent()) {
            return 0;
        }
        if (contentSent == 0) {
            firstContentNanos = System.nanoTime();
            return 0;
        }
        long dueNanos = firstContentNanos + contentSent * pace * 1_000;
        return Math.max(0, (dueNanos - System.nanoTime()) / 1_000);
    }

    private void take(Frames.Frame frame) {
        contentSent += frame.tokens();
        if (frame.usage()) {
            exchange.entry()
                    .reported(reply.reportedPromptTokens(), reply.reportedCompletionTokens());
        }
        if (encoder.piecesApart()) {
            pieces.addAll(encoder.encode(frame.data()));
            pieceTokens = frame.tokens();
            return;
        }
        Buffer bytes = encoder.encode(frame.data()).getFirst();
        if (script.batch() == 1) {
            exchange.write(bytes, frame.tokens());
            return;
        }
        gathered = gathered == null ? bytes : gathered.appendBuffer(bytes);
        gatheredFrames++;
        gatheredTokens += frame.tokens();
        if (gatheredFrames >= script.batch()) {
            flush();
        }
    }

    private void writePiece() {
        Buffer piece = pieces.removeFirst();
        exchange.write(piece, pieces.isEmpty() ? pieceTokens : 0);
    }

    private void flush() {
        if (gathered != null) {
            exchange.write(gathered, gatheredTokens);
            gathered = null;
            gatheredFrames = 0;
            gatheredTokens = 0;
        }
    }

    /** A fault that counts past the content comes right after the content. */
    private boolean faultIsDue() {
        boolean roleSent = !frames.contentAhead() || frames.nextIsContent();
        return switch (script.fault()) {
            case Fault.None _, Fault.Refusal _, Fault.Hang _ -> false;
            case Fault.Stall(int after) -> roleSent && reached(after);
            case Fault.Reset(int after) -> roleSent && reached(after);
            case Fault.Close(int after) -> roleSent && reached(after);
            case Fault.Cut(int after) -> roleSent && reached(after);
            case Fault.ErrorFrame(int after) -> roleSent && reached(after);
        };
    }

    private boolean reached(int after) {
        return contentSent >= after || !frames.contentAhead();
    }

    private void fail() {
        switch (script.fault()) {
            case Fault.None _, Fault.Refusal _, Fault.Hang _, Fault.Stall _ -> {
                // A stall keeps the connection; the books close when the peer leaves.
            }
            case Fault.Reset _ -> exchange.reset();
            case Fault.Close _ -> exchange.close();
            case Fault.Cut _ -> exchange.endStream(CallOutcome.BROKEN);
            case Fault.ErrorFrame _ -> {
                String error = Bodies.refusal(500, script.answer()).toString();
                encoder.encode(error).forEach(piece -> exchange.write(piece, 0));
                exchange.endStream(CallOutcome.BROKEN);
            }
        }
    }
}
