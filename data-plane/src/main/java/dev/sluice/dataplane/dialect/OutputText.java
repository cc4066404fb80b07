package dev.sluice.dataplane.dialect;

import dev.sluice.model.usage.TokenUsage;

/**
 * Takes the insides of JSON strings that are output of the model, for the gateway's own count. The
 * array must not be kept.
 */
@FunctionalInterface
public interface OutputText {
    void append(byte[] json, int from, int to);

    /** What the gateway counted of the call up to now, roughly; none where nobody counts. */
    default TokenUsage counted() {
        return TokenUsage.NONE;
    }
}
