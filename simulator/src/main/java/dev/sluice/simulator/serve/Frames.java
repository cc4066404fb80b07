package dev.sluice.simulator.serve;

import dev.sluice.simulator.answer.Reply;
import dev.sluice.simulator.dialect.FrameSink;
import dev.sluice.simulator.dialect.StreamForm;
import dev.sluice.simulator.dialect.Told;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Flow;
import dev.sluice.simulator.script.Framing;
import dev.sluice.simulator.wire.Counted;
import dev.sluice.simulator.wire.Frame;
import dev.sluice.simulator.wire.Wire;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * One stream in one dialect: what opens it, the content with its choices interleaved, what finishes
 * it. A token counts with the last frame that it brings forth.
 */
final class Frames implements Flow, FrameSink {
    private final Reply reply;
    private final StreamForm form;
    private final Wire wire;
    private final Framing.Writes writes;
    private final Told failure;
    private final Deque<Frame> ready = new ArrayDeque<>();
    private final int total;
    private int taken;
    private int counted;
    private boolean finished;
    private boolean ended;

    Frames(Reply reply, StreamForm form, Wire wire, Framing.Writes writes, Told failure) {
        this.reply = reply;
        this.form = form;
        this.wire = wire;
        this.writes = writes;
        this.failure = failure;
        this.total = reply.tokensPerChoice() * reply.choices();
        form.open(this);
    }

    @Override
    public boolean hasNext() {
        return !ready.isEmpty() || !finished || !ended;
    }

    @Override
    public boolean contentAhead() {
        return taken < total || (!ready.isEmpty() && !finished);
    }

    @Override
    public boolean nextIsContent() {
        return ready.isEmpty() && taken < total;
    }

    @Override
    public Piece next() {
        while (ready.isEmpty() && !finished) {
            step();
        }
        Frame frame = ready.pollFirst();
        if (frame == null) {
            return end();
        }
        if (ready.isEmpty() && finished && wire.end().length == 0) {
            ended = true;
        }
        return new Piece(cut(wire.bytes(frame)), frame.tokens(), frame.tokens(), frame.told());
    }

    private Piece end() {
        if (ended) {
            throw new NoSuchElementException("the stream is over");
        }
        ended = true;
        return new Piece(cut(wire.end()), 0, 0, null);
    }

    private void step() {
        if (taken == total) {
            finished = true;
            form.finish(this);
            return;
        }
        int choice = taken % reply.choices();
        int index = taken / reply.choices();
        taken++;
        form.content(choice, reply.token(index), this);
        Frame last = ready.pollLast();
        if (last != null) {
            ready.addLast(new Frame(last.event(), last.data(), taken - counted, last.told()));
            counted = taken;
        }
    }

    @Override
    public void put(@Nullable String event, Object json, @Nullable Counted told) {
        String text =
                json instanceof String string ? string : Bodies.MAPPER.writeValueAsString(json);
        ready.addLast(new Frame(event, text, 0, told));
    }

    @Override
    public int tokens() {
        return taken;
    }

    @Override
    public List<Buffer> error() {
        ready.clear();
        form.error(failure, this);
        List<Buffer> bytes = new ArrayList<>();
        ready.forEach(frame -> bytes.addAll(cut(wire.bytes(frame))));
        if (wire.end().length > 0) {
            bytes.add(Buffer.buffer(wire.end()));
        }
        return bytes;
    }

    @Override
    public boolean apart() {
        return writes != Framing.Writes.WHOLE;
    }

    private List<Buffer> cut(byte[] bytes) {
        return switch (writes) {
            case WHOLE -> List.of(Buffer.buffer(bytes));
            case SPLIT -> halves(bytes);
            case BYTES -> singles(bytes);
        };
    }

    /** Cuts inside a multi-byte character where there is one. */
    private static List<Buffer> halves(byte[] bytes) {
        int cut = bytes.length / 2;
        for (int i = 1; i < bytes.length; i++) {
            if ((bytes[i] & 0xC0) == 0x80) {
                cut = i;
                break;
            }
        }
        Buffer whole = Buffer.buffer(bytes);
        return List.of(whole.slice(0, cut), whole.slice(cut, bytes.length));
    }

    private static List<Buffer> singles(byte[] bytes) {
        List<Buffer> pieces = new ArrayList<>(bytes.length);
        for (byte one : bytes) {
            pieces.add(Buffer.buffer(1).appendByte(one));
        }
        return pieces;
    }
}
