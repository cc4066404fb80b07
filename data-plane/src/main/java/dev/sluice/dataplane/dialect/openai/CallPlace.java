package dev.sluice.dataplane.dialect.openai;

import java.nio.charset.StandardCharsets;

/** Where the parts of one tool call stand in a reply or chunk; -1 where one is absent. */
final class CallPlace {
    /** Of the choice within the frame. */
    final int slot;

    /** The first place inside of the call's object. */
    final int from;

    int index;
    int idFrom = -1;
    int idTo = -1;

    /** The first place inside of the function's object. */
    int functionFrom = -1;

    int argumentsFrom = -1;
    int argumentsTo = -1;

    CallPlace(int slot, int index, int from) {
        this.slot = slot;
        this.index = index;
        this.from = from;
    }

    boolean hasId(byte[] bytes) {
        return idFrom >= 0 && bytes[idFrom] == '"' && idTo - idFrom > 2;
    }

    boolean hasArguments(byte[] bytes) {
        return argumentsFrom >= 0
                && (bytes[argumentsFrom] == '{'
                        || (bytes[argumentsFrom] == '"'
                                && !new String(
                                                bytes,
                                                argumentsFrom + 1,
                                                argumentsTo - argumentsFrom - 2,
                                                StandardCharsets.UTF_8)
                                        .isBlank()));
    }
}
