package dev.sluice.system.sdk;

import java.util.List;
import java.util.Map;

/**
 * An answer in words that all SDKs share.
 *
 * @param stop {@code stop}, {@code length} or {@code tools}
 */
record Said(String text, List<ToolCall> calls, String stop, Usage usage) {
    record ToolCall(String id, String name, Map<String, Object> arguments) {}

    /** Input includes what was cached, output includes reasoning: as the ledger has it. */
    record Usage(long input, long cached, long output) {}
}
