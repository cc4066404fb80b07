package dev.sluice.simulator.answer;

/** The smallest thing that is said: one of them is one token in the books. */
public sealed interface Token {
    record Thought(String text) implements Token {}

    record Text(String text) implements Token {}

    /** A call begins: its id and its name. */
    record Call(int index, ToolCall call) implements Token {}

    /** A piece of a call's arguments. */
    record Arguments(int index, ToolCall call, int part) implements Token {
        public String text() {
            return call.argumentPieces().get(part);
        }

        /** With this one the arguments are complete. */
        public boolean last() {
            return part == call.argumentPieces().size() - 1;
        }
    }
}
