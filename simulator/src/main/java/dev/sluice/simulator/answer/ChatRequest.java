package dev.sluice.simulator.answer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the simulator reads of a chat request, in any dialect.
 *
 * @param usageInStream whether a stream tells its usage
 */
public record ChatRequest(
        boolean stream,
        boolean usageInStream,
        @Nullable Integer outputCap,
        int choices,
        @Nullable String user,
        Prompt prompt,
        List<String> toolNames,
        Powers powers) {}
