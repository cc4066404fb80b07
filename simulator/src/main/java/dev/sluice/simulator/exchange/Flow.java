package dev.sluice.simulator.exchange;

import dev.sluice.simulator.wire.Counted;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pieces of one streamed body, each made when it is asked for. */
public interface Flow {
    boolean hasNext();

    /** True while content, or what must come before it, is still to come. */
    boolean contentAhead();

    /** True where the next piece begins content: there the pace waits and faults strike. */
    boolean nextIsContent();

    Piece next();

    /** True when the writes of a piece must reach the peer apart. */
    boolean apart();

    /** An error in the middle of the stream. */
    List<Buffer> error();

    /**
     * One piece.
     *
     * @param steps by which the script's pace and faults count
     * @param tokens of content that it brings
     * @param told usage that it tells
     */
    record Piece(List<Buffer> writes, int steps, int tokens, @Nullable Counted told) {}
}
