package dev.sluice.simulator.exchange;

import dev.sluice.simulator.books.CallOutcome;
import dev.sluice.simulator.script.Fault;
import dev.sluice.simulator.script.Script;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends a flow, at the scripted pace and no faster than the peer reads. */
public final class Pump {
    /** Pieces without a pause before the loop is given to others. */
    private static final int PIECES_PER_TURN = 64;

    /** How a stream's answer begins. */
    public record Head(int status, String contentType, Map<String, String> headers) {}

    private final Exchange exchange;
    private final Script script;
    private final Head head;
    private final Flow flow;
    private final Deque<Buffer> writes = new ArrayDeque<>();
    private int writeTokens;
    private @Nullable Buffer gathered;
    private int gatheredPieces;
    private int gatheredTokens;
    private int contentSent;
    private long firstContentNanos;
    private boolean open;

    public Pump(Exchange exchange, Script script, Head head, Flow flow) {
        this.exchange = exchange;
        this.script = script;
        this.head = head;
        this.flow = flow;
    }

    public void start() {
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
        exchange.openStream(head.status(), head.contentType(), head.headers());
    }

    private void pump() {
        for (int turn = 0; !exchange.over(); turn++) {
            if (exchange.full()) {
                exchange.whenWritable(this::resumed);
                return;
            }
            if (!writes.isEmpty()) {
                writeOne();
                exchange.later(this::pump);
                return;
            }
            if (faultIsDue()) {
                flush();
                fail();
                return;
            }
            if (!flow.hasNext()) {
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
            if (turn >= PIECES_PER_TURN) {
                exchange.later(this::pump);
                return;
            }
            take(flow.next());
        }
    }

    /** After back-pressure the pace starts anew: a slow reader gets no burst to catch up. */
    private void resumed() {
        firstContentNanos = System.nanoTime() - contentSent * script.pace().tokenUs() * 1_000;
        pump();
    }

    private long waitUs() {
        long pace = script.pace().tokenUs();
        if (pace == 0 || !flow.nextIsContent()) {
            return 0;
        }
        if (contentSent == 0) {
            firstContentNanos = System.nanoTime();
            return 0;
        }
        long dueNanos = firstContentNanos + contentSent * pace * 1_000;
        return Math.max(0, (dueNanos - System.nanoTime()) / 1_000);
    }

    private void take(Flow.Piece piece) {
        contentSent += piece.steps();
        if (piece.told() != null) {
            exchange.entry().reported(piece.told().promptTokens(), piece.told().completionTokens());
        }
        if (flow.apart()) {
            writes.addAll(piece.writes());
            writeTokens = piece.tokens();
            return;
        }
        Buffer bytes = piece.writes().getFirst();
        if (script.batch() == 1) {
            exchange.write(bytes, piece.tokens());
            return;
        }
        gathered = gathered == null ? bytes : gathered.appendBuffer(bytes);
        gatheredPieces++;
        gatheredTokens += piece.tokens();
        if (gatheredPieces >= script.batch()) {
            flush();
        }
    }

    private void writeOne() {
        Buffer bytes = writes.removeFirst();
        exchange.write(bytes, writes.isEmpty() ? writeTokens : 0);
    }

    private void flush() {
        if (gathered != null) {
            exchange.write(gathered, gatheredTokens);
            gathered = null;
            gatheredPieces = 0;
            gatheredTokens = 0;
        }
    }

    /** A fault that counts past the content comes right after the content. */
    private boolean faultIsDue() {
        boolean begun = !flow.contentAhead() || flow.nextIsContent();
        return switch (script.fault()) {
            case Fault.None _, Fault.Refusal _, Fault.Hang _ -> false;
            case Fault.Stall(int after) -> begun && reached(after);
            case Fault.Reset(int after) -> begun && reached(after);
            case Fault.Close(int after) -> begun && reached(after);
            case Fault.Cut(int after) -> begun && reached(after);
            case Fault.ErrorFrame(int after) -> begun && reached(after);
        };
    }

    private boolean reached(int after) {
        return contentSent >= after || !flow.contentAhead();
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
                flow.error().forEach(bytes -> exchange.write(bytes, 0));
                exchange.endStream(CallOutcome.BROKEN);
            }
        }
    }
}
