package dev.sluice.simulator.answer;

import java.util.List;

/** A call of a tool: its head is one token, and each piece of its arguments. */
public record ToolCall(String id, String name, List<String> argumentPieces) {
    int tokens() {
        return 1 + argumentPieces.size();
    }

    /** The arguments as JSON text. */
    public String arguments() {
        return String.join("", argumentPieces);
    }
}
