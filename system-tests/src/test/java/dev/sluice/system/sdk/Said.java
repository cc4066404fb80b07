package dev.sluice.system.sdk;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer in words that all SDKs share.
 *
 * @param thoughts null where the SDK does not show them
 * @param stop {@code stop}, {@code length} or {@code tools}
 */
record Said(
        String text, @Nullable String thoughts, List<ToolCall> calls, String stop, Usage usage) {
    record ToolCall(String id, String name, Map<String, Object> arguments) {}

    /** Input includes what was cached, output includes reasoning: as the ledger has it. */
    record Usage(long input, long cached, long output) {}
}
