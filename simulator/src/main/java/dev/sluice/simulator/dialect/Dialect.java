package dev.sluice.simulator.dialect;

import dev.sluice.simulator.answer.ChatRequest;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.Wire;
import java.util.Map;

/** How a vendor's chat is asked, answered whole and in a stream, and refused. */
public interface Dialect {
    /** Reads what matters; an {@link IllegalArgumentException} says what a vendor would refuse. */
    ChatRequest read(Ask ask);

    /** The whole answer, as Jackson writes it. */
    Object whole(Answer answer);

    /** Headers of an answer that belong to the dialect. */
    default Map<String, String> headers(Answer answer) {
        return Map.of();
    }

    StreamForm stream(Answer answer);

    Wire wire(Ask ask, Script script);

    ErrorForm errors();
}
