package dev.sluice.simulator.replay;

import dev.sluice.simulator.exchange.Flow;
import io.vertx.core.buffer.Buffer;
import java.util.Iterator;
import java.util.List;

/** The pieces of a recorded body; each is one step of the script's pace and faults. */
public final class RecordedFlow implements Flow {
    private final Buffer body;
    private final Iterator<Integer> ends;
    private final boolean apart;
    private int at;

    public RecordedFlow(Recording recording) {
        body = recording.body();
        List<Integer> all = recording.cuts().ends(body.length());
        ends = all.iterator();
        apart = all.size() > 1;
    }

    @Override
    public boolean hasNext() {
        return ends.hasNext();
    }

    @Override
    public boolean contentAhead() {
        return ends.hasNext();
    }

    @Override
    public boolean nextIsContent() {
        return ends.hasNext();
    }

    @Override
    public Piece next() {
        int end = ends.next();
        Buffer piece = body.slice(at, end);
        at = end;
        return new Piece(List.of(piece), 1, 0, null);
    }

    @Override
    public boolean apart() {
        return apart;
    }

    /** A recording knows no error but its own: it ends. */
    @Override
    public List<Buffer> error() {
        return List.of();
    }
}
