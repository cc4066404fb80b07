package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.model.usage.TokenUsage;
import org.jspecify.annotations.Nullable;

/** What upstreams leave out of their usage: there the gateway's own count stands. */
final class UsageGaps {
    private UsageGaps() {}

    /** What the upstream told, for the books: nobody reads nothing, so no input means not told. */
    static @Nullable TokenUsage told(
            @Nullable TokenUsage usage, DialectCodec from, OutputText output) {
        return usage != null && usage.input() == 0 && from.mayHideInput()
                ? TokenUsage.of(output.counted().input(), usage.output())
                : usage;
    }

    /** What the caller is told. */
    static @Nullable TokenUsage shown(
            @Nullable TokenUsage told, DialectCodec to, OutputText output) {
        return told == null && to.needsUsage() ? output.counted() : told;
    }
}
